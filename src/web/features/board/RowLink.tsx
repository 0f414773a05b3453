import { Link } from 'wouter'
import { useHref, type Place } from '../../app/routes.ts'

/** The name of a row. The link covers its whole cell, so that it is easy to hit. */
export function RowLink({ name, place }: { name: string; place: Place }) {
  const href = useHref(place)
  return (
    <Link
      href={href}
      data-row-link
      className="truncate font-medium after:absolute after:inset-0 hover:underline"
    >
      {name}
    </Link>
  )
}
