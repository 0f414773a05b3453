import type { newItem as english } from '../en/new-item.ts'

export const newItem: typeof english = {
  descriptionEmpty: {
    spec: '作りたいものを一文で入力してください。',
    bug: '何が起きているかを一文で入力してください。',
  },
  nameEmpty: '名前を入力してください。',
  nameHelp: '入力するまでは説明から自動で作ります。フォルダー名にもなります。',
  examples: '例',
  exampleTexts: {
    spec: [
      'ターミナルで使えるポモドーロタイマー',
      '一覧を CSV でエクスポート',
      'システムに合わせたダークモード',
    ],
    bug: ['カートが空のとき合計金額が正しくない', '検索で濁点が無視される'],
  },
  sendKey: 'Ctrl+Enter または ⌘+Enter',
  more: 'その他の設定',
  asSet: '設定に従う',
  stopBefore: 'どのフェーズの前で止めるか',
  stopBeforeHelp: '実行はそのフェーズの手前で終了します。後から GO / NOGO で変更できます。',
  stopAsSet: 'デプロイ（標準）',
  stopAt: (phase) => phase,
  stopNever: '止めない（デプロイまで実行）',
  agent: 'エージェント',
  agentHelp: 'これから始める実行に使います。',
  worktree: 'コードを書く場所',
  worktreeHelp: 'ワークツリーなら、手元のチェックアウトはそのまま残ります。',
  worktreeOwn: '専用のワークツリー',
  worktreeCheckout: '手元のチェックアウト',
}
