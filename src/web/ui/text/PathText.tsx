import { Fragment } from 'react'

/** A path that wraps after folders; a name only breaks if it is wider than its container. */
export function PathText({ path }: { path: string }) {
  const parts = path.split('/')
  return (
    <span className="[overflow-wrap:anywhere]">
      {parts.map((part, index) => (
        // The same folder name may occur twice.
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {index === parts.length - 1 ? part : `${part}/`}
        </Fragment>
      ))}
    </span>
  )
}
