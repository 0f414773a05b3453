import { toast } from 'sonner'
import { personRoleOf, toastOf } from '../../../core/journal/entry-table.ts'
import type { Place } from '../../app/routes.ts'
import { messages } from '../../i18n/messages.ts'
import { usePreferences } from '../preferences/preferences-store.ts'
import { remedyPlace } from './remedy-place.ts'
import { wordsOfNotice } from './notice-words.ts'
import { useNotices, type Notice } from './notices-store.ts'
import { placeOfItem, showItem, showPlace } from './show-place.ts'

const SHORT_MS = 5000

/** Shows every new notice as a toast, once. Returns a function that stops it. */
export function showToasts(): () => void {
  return useNotices.subscribe(({ notices, unread }, before) => {
    const known = new Set(before.notices.map(({ id }) => id))
    for (const notice of notices.filter(({ id }) => !known.has(id)).reverse()) {
      popUp(notice)
      notifyDesktop(notice)
    }
    // The list of notices was opened, so they have been read there.
    if (unread === 0 && before.unread > 0) toast.dismiss()
  })
}

function popUp(notice: Notice): void {
  const m = messages()
  const { item } = notice.about
  const place = notice.about.kind === 'refusal' ? remedyPlace(notice.about.refusal) : null
  const shown = place === null ? (item === null ? null : placeOfItem(item)) : place
  const options = {
    id: notice.id,
    ...(item === null ? {} : { description: item.name }),
    ...(shown === null ? {} : { action: showAction(shown) }),
  }
  const words = wordsOfNotice(m, notice)
  if (notice.level === 'error') toast.error(words, { ...options, duration: Infinity })
  else if (notice.level === 'warning') toast.warning(words, { ...options, duration: SHORT_MS })
  else if (isGood(notice)) toast.success(words, { ...options, duration: SHORT_MS })
  else toast.info(words, { ...options, duration: SHORT_MS })
}

const showAction = (place: Place) => ({
  label: place.screen === 'settings' ? messages().common.nav.settings : messages().notices.show,
  onClick: () => showPlace(place),
})

const isGood = ({ about }: Notice): boolean =>
  about.kind === 'bulk' || (about.kind === 'entry' && toastOf(about.entry) === 'success')

/** Desktop notifications only for what needs attention, and only while the page is hidden. */
function notifyDesktop(notice: Notice): void {
  const { about } = notice
  if (about.kind !== 'entry' || personRoleOf(about.entry.type) === 'none' || !document.hidden)
    return
  if (!usePreferences.getState().desktopNotifications) return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const m = messages()
  try {
    const shown = new Notification(about.item.name, {
      body: wordsOfNotice(m, notice),
      tag: notice.id,
      icon: '/icons/icon-192.png',
    })
    shown.addEventListener('click', () => {
      window.focus()
      showItem(about.item)
      shown.close()
    })
  } catch (error) {
    // Phones offer notifications to service workers only and throw here.
    if (!(error instanceof TypeError)) throw error
  }
}
