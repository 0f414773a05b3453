import type { Messages } from '../messages.ts'

export const fleet: Messages['fleet'] = {
  workers: 'ワーカー',
  worker: 'ワーカー',
  runsOn: (name) => `${name} で実行中`,
  onNone: '実行中のワーカーはありません',
  online: (workers) =>
    `${workers.length} 台中 ${workers.filter(({ isOnline }) => isOnline).length} 台が接続中`,
  none: 'ワーカーがまだありません',
  noneHelp:
    '管理者が登録します。sdd、git、エージェントが必要です。ポートを開放する必要はありません。',
  connected: '接続中',
  draining: '新規受付を停止中',
  never: '未接続',
  heard: (ago) => `最終応答：${ago}`,
  slots: (used, slots) => (slots === null ? `${used} ステップ` : `スロット ${used}/${slots}`),
  pools: 'プール',
  agents: 'エージェント',
  noAgents: 'なし',
  notLoggedIn: (agent) => `${agent}（未ログイン）`,
  version: (version) => `バージョン ${version}`,
  drain: '受付を停止',
  drainOf: (name) => `${name} の受付を停止`,
  use: '受付を再開',
  useOf: (name) => `${name} の受付を再開`,
  revoke: '無効化',
  revokeOf: (name) => `${name} を無効化`,
  revokeTitle: (name) => `${name} を無効化しますか？`,
  revokeHelp: 'ただちにアクセスできなくなります。実行中のステップは別のワーカーがやり直します。',
  enrol: 'ワーカーを登録',
  enrolHelp: 'コードは 1 時間以内に 1 回だけ使えます。以後、ワーカーは固有の鍵を使います。',
  makeCode: 'コードを作成',
  onWorker: 'ワーカーで次を実行します：',
  people: 'アクセスできる人',
  checksElsewhere:
    'チェックはフリートのプロジェクト設定に含まれます。管理者が sdd fleet projects add で設定します。',
  emptyAbout: '作りたいものを説明してください。空いているワーカーが作業を始めます。',
  lookOnly: '閲覧者としてログインしています。すべて閲覧できますが、変更はできません。',
  askAdmin: '操作が必要な場合は、管理者に別のロールでの招待を依頼してください。',
  whyNot: (role) =>
    role === 'admin'
      ? 'フリートの管理者だけが操作できます。'
      : '閲覧者は操作できません。フリートのオペレーターまたは管理者が操作できます。',
  yourRole: (role) => `あなたのロール：${role}`,
  personName: '名前',
  role: 'ロール',
  roles: {
    viewer: '閲覧者（閲覧のみ）',
    operator: 'オペレーター（実行と判断）',
    admin: '管理者（招待・登録・無効化も可）',
  },
  invite: '招待',
  invited: 'このリンクは 1 時間以内に 1 つのブラウザーで 1 回だけ使えます：',
}
