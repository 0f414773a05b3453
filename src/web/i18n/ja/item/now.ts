import type { now as english } from '../../en/item/now.ts'

export const now: typeof english = {
  start: (agent) => `起動中：${agent}`,
  think: '考え中',
  edit: (file) => `編集中：${file}`,
  write: (file) => `作成中：${file}`,
  read: (file) => `確認中：${file}`,
  search: (what) => `検索中：${what}`,
  run: (command) => `実行中：${command}`,
  use: (tool) => `使用中：${tool}`,
  ask: (tool) => `使用の許可待ち：${tool}`,
  silent: '応答がありません',
  check: (name) => `チェック実行中：${name}`,
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
