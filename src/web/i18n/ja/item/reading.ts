import type { reading as english } from '../../en/item/reading.ts'

export const reading: typeof english = {
  groups: { review: 'レビュー', inspection: '検査' },
  rounds: 'ラウンド',
  inFolder: 'このフォルダーの文書',
  approval: {
    label: (document) => `${document} の承認`,
    none: 'まだ承認されていません。',
    person: 'この版はあなたが承認しました',
    'auto-execution': 'この版は自動承認されました',
    changedPerson: '以前の版をあなたが承認しました',
    'changedAuto-execution': '以前の版が自動承認されました',
    time: { before: '（', after: '）' },
    stop: '。',
    unchanged: '。以後の変更はありません。',
    changed: '承認後に文書が変更されています。',
    unknown: 'どの版が承認されたかは記録されていません。',
    others: (names) =>
      `この承認の対象のうち、次の文書が承認後に変更されています：${names.join('、')}。`,
    noText: '承認時の本文が残っていないため、比較できません。',
    compare: '承認時の版と比較…',
    title: (document) => `${document}: 承認後の変更`,
    about: '承認の対象は、承認した時点の本文です。',
    diff: '承認時の版と現在の版の違い',
    approved: '承認時の版のみ',
    now: '現在の版のみ',
  },
  marks: {
    optional: '任意',
    parallel: '並行可',
    'in-progress': '作業中',
    queued: '待機中',
    'put-aside': '保留',
    'by-parts': 'サブタスクはすべて完了',
  },
  comment: (line) => `${line} 行目にコメント`,
}
