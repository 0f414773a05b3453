/**
 * Shared by the header and every row, so that they line up. As the table gets wider, phases are
 * icons, then words, then words with all their counts.
 */
export const COLUMNS =
  'grid items-center gap-x-1 px-2 grid-cols-[24px_minmax(112px,1fr)_repeat(7,32px)_72px_132px_28px] @min-[760px]:grid-cols-[24px_minmax(112px,1fr)_34px_42px_38px_46px_54px_44px_44px_66px_124px_28px] @min-[1090px]:grid-cols-[24px_minmax(160px,1fr)_repeat(3,56px)_72px_112px_64px_56px_64px_84px_176px_32px]'

/** COLUMNS plus the worker of each item, before its activity. */
export const FLEET_COLUMNS =
  'grid items-center gap-x-1 px-2 grid-cols-[24px_minmax(112px,1fr)_repeat(7,32px)_56px_72px_132px_28px] @min-[760px]:grid-cols-[24px_minmax(112px,1fr)_34px_42px_38px_46px_54px_44px_44px_72px_66px_124px_28px] @min-[1090px]:grid-cols-[24px_minmax(160px,1fr)_repeat(3,56px)_72px_112px_64px_56px_64px_104px_84px_176px_32px]'

export const ROW_HEIGHT = { desktop: 32, phone: 84 }
