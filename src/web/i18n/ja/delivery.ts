import type { delivery as english } from '../en/delivery.ts'

export const delivery: typeof english = {
  unverified: 'チェックによる検証なし',
  unverifiedWhy:
    'このプロジェクトにはチェックが登録されていません。動作を確認したのはエージェントだけです。',
  checks: 'チェック',
  results: {
    passed: '合格',
    failed: '失敗',
    stale: '古い結果',
    never: '未実行',
  },
  checksAre: (result) => `チェック ${result}`,
  staleWhy: 'その後コードが変更されています。',
  checkLog: (name) => `${name} のログ`,
  log: 'ログ',
  codeIsDeployed: 'コードはデプロイ済みです。チェックアウト：',
  codeIsInWorktree: (branch) => `コードはブランチ ${branch} のワークツリーにあります：`,
  worktree: 'ワークツリー',
  branchOf: (branch, base) => `ブランチ ${branch}（${base} から）`,
  worktreeAt: (path) => `ワークツリー：${path}`,
  copyPath: 'パスをコピー',
  deploy: {
    state: '状態',
    states: {
      none: '未デプロイ',
      queued: '順番待ち',
      running: 'デプロイ中',
      done: 'デプロイ済み',
      paused: '対応が必要',
    },
    merges: 'マージ',
    into: (branch, base) => `${branch} → ${base}`,
    fromCheckout: 'この実行による変更を、作業ツリーでコミットします。',
    place: '順番',
    placeWords: (place) => (place === 1 ? '次' : `${place} 番目`),
    conflicts: '競合',
    commit: 'コミット',
    pullRequest: 'プルリクエスト',
    deployedTo: (base) => `${base} にマージしました。`,
  },
}
