import type { ask as english } from '../en/ask.ts'

export const ask: typeof english = {
  title: (item) => `${item} について質問`,
  projectTitle: 'このプロジェクトについて質問',
  planTitle: '新しい仕様を相談',
  about: 'エージェントは読み取りのみ行えます。回答はここに表示され、会話は保存されます。',
  planAbout:
    '作りたいものを大まかに書いてください。エージェントが必要なことを確認し、決定事項を含む説明文にまとめます。',
  question: '質問',
  idea: 'アイデア、または質問への回答',
  send: '質問する',
  sendPlan: '送信',
  stop: '停止',
  fresh: '新しい会話',
  open: 'エージェントに質問…',
  openProject: 'プロジェクトについて質問…',
  openPlan: '先に相談する…',
  statuses: {
    queued: '空きを待っています…',
    running: '読み取り中…',
    answered: '回答済み',
    failed: '回答なし',
    stopped: '停止',
  },
  changed: (files) => `読み取りのみのはずですが、実行中に次のファイルが変更されました：${files}`,
  unknown: '同じフォルダーで別の作業が行われていたため、変更の有無は確認できません。',
  use: 'この説明を使う',
  conversation: '会話',
  phases: { ask: '質問', plan: '相談' },
}
