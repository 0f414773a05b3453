export const notices = {
  title: 'Notifications',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} new`),
  empty: 'Nothing has happened since this page was opened.',
  clear: 'Clear all',
  dismiss: 'Dismiss',
  unsent: (detail: string) => detail,
  show: 'Show',
}
