/** The same for the header and every row, or they would not line up. */
export const COLUMNS =
  'grid items-center gap-x-1 px-3 grid-cols-[minmax(120px,1fr)_repeat(7,32px)_76px_132px_32px] xl:grid-cols-[minmax(160px,1fr)_repeat(3,56px)_72px_112px_64px_56px_64px_84px_176px_32px]'

export const ROW_HEIGHT = { desktop: 32, phone: 84 }
