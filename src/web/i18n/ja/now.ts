import type { now as english } from '../en/now.ts'

export const now: typeof english = {
  start: (agent) => `${agent} を起動中`,
  think: '考え中',
  edit: (file) => `${file} を編集中`,
  write: (file) => `${file} を作成中`,
  read: (file) => `${file} を確認中`,
  search: (what) => `${what} を検索中`,
  run: (command) => `${command} を実行中`,
  use: (tool) => `${tool} を使用中`,
  ask: (tool) => `${tool} の使用許可を求めています`,
  silent: '応答がありません',
  check: (name) => `チェック ${name} を実行中`,
  git: {
    'make-workspace': 'ワークツリーを準備中',
    record: '変更を確認中',
    integrate: 'ベースブランチに取り込み中',
    'continue-integration': '競合の解消後に続行中',
    'catch-up': 'ベースブランチをワークツリーに取り込み中',
    'move-base': 'ベースブランチを更新中',
    'commit-checkout': 'コミット中',
    'pull-request': 'プルリクエストを作成中',
    'clean-up': '後片付け中',
  },
  minutes: (minutes) =>
    minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 時間 ${minutes % 60} 分`,
}
