import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { useProject, useProjects } from '../projects/projects-store.ts'
import { useSettings } from './settings-store.ts'

export function AboutSection() {
  const { settings, common } = useMessages()
  const words = settings.about
  const version = useProjects(({ hello }) => hello?.version)
  const project = useProject()
  const view = useSettings((state) => state.settings)
  const ignored = view?.ignored ?? []
  return (
    <>
      <dl className="border-t border-line">
        <Fact name={words.version}>
          {common.appName} {version}
        </Fact>
        <Fact name={words.projectDir}>{project?.dir ?? common.none}</Fact>
        <Fact name={words.personalFile}>{view?.personalFile}</Fact>
        <Fact name={words.projectFile}>{view?.projectFile}</Fact>
        <Fact name={words.ignored}>
          {ignored.length === 0 ? (
            common.none
          ) : (
            <>
              <ul className="text-needs">
                {ignored.map((key) => (
                  <li key={key}>{key}</li>
                ))}
              </ul>
              <span className="text-xs text-muted">{words.ignoredHelp}</span>
            </>
          )}
        </Fact>
      </dl>
      <p className="mt-4 text-muted">{words.openSource}</p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-line py-2 md:grid-cols-[220px_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
