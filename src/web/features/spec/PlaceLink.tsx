import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHref, type Place } from '../../app/routes.ts'

interface PlaceLinkProps {
  place: Place
  children: ReactNode
  className?: string
  label?: string
}

export function PlaceLink({ place, children, className = '', label }: PlaceLinkProps) {
  const href = useHref(place)
  const look =
    className === ''
      ? 'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current max-md:inline-flex max-md:min-h-11 max-md:items-center'
      : className
  return (
    <Link href={href} className={look} {...(label === undefined ? {} : { 'aria-label': label })}>
      {children}
    </Link>
  )
}
