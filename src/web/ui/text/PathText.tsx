import { Fragment } from 'react'

/** A path that breaks after its folders; only a name wider than its place breaks inside. */
export function PathText({ path }: { path: string }) {
  const parts = path.split('/')
  return (
    <span className="[overflow-wrap:anywhere]">
      {parts.map((part, index) => (
        // The same folder name may come twice.
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {index === parts.length - 1 ? part : `${part}/`}
        </Fragment>
      ))}
    </span>
  )
}
