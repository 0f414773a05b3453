import type { notices as english } from '../en/notices.ts'

export const notices: typeof english = {
  title: '通知',
  open: (unread) => (unread === 0 ? '通知' : `通知、新着 ${unread} 件`),
  empty: 'このページを開いてからの通知はありません。',
  clear: 'すべて消去',
  dismiss: '閉じる',
  breakdown: (isJournal, detail) =>
    isJournal
      ? `イベントログに書き込めません（${detail}）。ディスクの空き容量や状態を確認してから、もう一度実行してください。`
      : `実行を続けられません（${detail}）。もう一度実行してください。`,
  unsent: (detail) => `通知を送信できませんでした（${detail}）`,
  show: '表示',
}
