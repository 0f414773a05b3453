export const notices = {
  title: 'Notifications',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} new`),
  empty: 'Nothing has happened since this page was opened.',
  clear: 'Clear all',
  dismiss: 'Dismiss',
  unsent: (detail: string) => detail,
  breakdown: (isJournal: boolean, detail: string) =>
    isJournal
      ? `The event log cannot be written (${detail}). Free up space or repair the disk, then run the spec again.`
      : `The run cannot continue (${detail}). Run the spec again.`,
  show: 'Show',
}
