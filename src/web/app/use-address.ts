import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { useProjects } from '../features/projects/projects-store.ts'
import { pathOf, placeOf } from './routes.ts'

/** Selects the project in the address; an address without an open project gets the current one. */
export function useAddress(): void {
  const [path, navigate] = useLocation()
  const hello = useProjects((state) => state.hello)
  const current = useProjects((state) => state.current)
  useLayoutEffect(() => {
    if (hello === null || current === null) return
    const { project, place } = placeOf(path)
    const named = hello.projects.find(({ id }) => id === project)
    if (named === undefined)
      navigate(pathOf(current, project === null ? place : { screen: 'board' }), { replace: true })
    else if (named.id !== current) useProjects.getState().select(named.id)
  }, [path, hello, current, navigate])
}
