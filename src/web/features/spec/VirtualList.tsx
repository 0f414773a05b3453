import type { ContextProp, ListProps } from 'react-virtuoso'

/** Container for react-virtuoso rows, with the role that screen readers need. */
export function VirtualList({ children, style, ref, ...rest }: ListProps & ContextProp<unknown>) {
  return (
    <div role="list" style={style} ref={ref ?? null} data-testid={rest['data-testid']}>
      {children}
    </div>
  )
}
