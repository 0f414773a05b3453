import type { firstRun as english } from '../en/first-run.ts'

export const firstRun: typeof english = {
  title: 'はじめに',
  looking: '環境を確認しています…',
  again: '再確認',
  states: { done: '準備完了', todo: '未準備', optional: '任意' },
  agent: 'コーディングエージェント',
  agentReady: (name, version) => `${name} ${version} を使えます。`,
  agentLogIn: (name, how) => `${name} はインストール済みですが、ログインしていません。${how}。`,
  agentMissing: (install) =>
    install === ''
      ? 'エージェントが見つかりません。'
      : `エージェントが見つかりません。インストール：${install}`,
  openAgents: 'エージェントの設定',
  git: 'Git',
  gitWords: {
    ready: 'コミットのあるリポジトリです。',
    'no-git':
      'Git がありません。実行はできますが、ワークツリー、変更の表示、デプロイには必要です。',
    'not-a-repository':
      'このフォルダーはリポジトリではありません。変更の表示とデプロイには git init を実行してください。',
    unusable:
      'ここでは Git を使えません。.git が別の場所を指しているか、リンクやパイプを含んでいるか、Git が応答しません。',
    'no-commit':
      'まだコミットがありません。変更の表示とワークツリーのために、一度コミットしてください。',
  },
  copyCommand: (command) => `コピー：${command}`,
  checks: 'チェック',
  checksReady: (count) => `${count} 件のコマンドでコードを検証します。`,
  checksNone:
    'テストなど、コードを検証するコマンドを登録できます。エージェントはそれに合格する必要があります。',
  openChecks: 'チェックを設定',
  tryTitle: 'シミュレーション用エージェントで試す',
  tryAbout: 'モデルもキーも費用も不要で、小さな仕様を最初から最後まで実行します。',
  tryStart: '開始',
  tryText: 'ターミナルで使う買い物リスト。項目の追加、一覧、削除ができる。',
}
