import type { ContextProp, ListProps } from 'react-virtuoso'

/** What react-virtuoso draws its lines in; without a role they are only boxes to a screen reader. */
export function VirtualList({ children, style, ref, ...rest }: ListProps & ContextProp<unknown>) {
  return (
    <div role="list" style={style} ref={ref ?? null} data-testid={rest['data-testid']}>
      {children}
    </div>
  )
}
