import type { board as english } from '../en/board.ts'

export const board: typeof english = {
  title: 'ボード',
  label: '仕様とバグ',
  bug: 'バグ',
  columns: { name: '名前', cost: 'コスト', active: '更新', action: '次の操作', menu: 'その他' },
  search: '仕様とバグを検索',
  matches: (count) => `${count} 件`,
  filter: '表示',
  all: 'すべて',
  sort: '並べ替え',
  sorts: { activity: '更新順', name: '名前順', status: '状態順' },
  allowAndRun: '有効にして実行',
  newSpec: '新しい仕様',
  newBug: '新しいバグ',
  boardMenu: 'ボードのオプション',
  costPartly: '一部のエージェントはコストを報告していません',
  costUnknown: 'コスト未報告',
  cell: {
    words: (phase, parts) => `${phase}：${parts.join('、')}`,
    round: (now, of) => `ラウンド ${now}/${of}`,
    rerun: (now, of) => `再実行 ${now}/${of}`,
    until: (clock) => `${clock} まで`,
    tasks: (done, total) => `タスク ${done}/${total}`,
  },
  row: {
    menu: (name) => `${name} のその他の操作`,
    open: '開く',
    log: 'ログを表示',
    archive: 'アーカイブ…',
    delete: '削除…',
  },
  archive: {
    title: (name) => `${name} をアーカイブしますか？`,
    about: 'ボードに表示されなくなります。「アーカイブと削除」からいつでも復元できます。',
    confirm: 'アーカイブ',
  },
  delete: {
    title: (name) => `${name} を削除しますか？`,
    about:
      '文書がプロジェクトから取り除かれます。「アーカイブと削除」から復元できます。作成済みのコードはそのまま残ります。',
    confirm: '削除',
  },
  archived: {
    title: 'アーカイブと削除',
    empty: 'アーカイブや削除した仕様はありません。',
    how: { archived: 'アーカイブ', deleted: '削除' },
    restore: '復元',
  },
  create: {
    title: { spec: '新しい仕様', bug: '新しいバグ' },
    description: { spec: '何を作りますか？', bug: '何が問題ですか？' },
    descriptionHelp: {
      spec: '一文でも複数の文でもかまいません。エージェントがこれをもとに要件を書きます。',
      bug: '行った操作、起きたこと、期待したこと。report.md になります。',
    },
    quick: '小さな変更',
    quickHelp: '要件・設計・レビューを省き、タスクから始めます。',
    name: '名前',
    nameBad: '使えるのは英小文字・数字・ハイフンです。先頭にハイフンは使えません。',
    nameLong: '100 文字以内にしてください。',
    nameTaken: {
      spec: '同じ名前の仕様があります。',
      bug: '同じ名前のバグがあります。',
    },
    use: (slug) => `${slug} を使う`,
    language: '文書の言語',
    languageHelp: 'en、ja、pt-BR などのコード。空欄なら設定に従います。',
    languageBad: 'en、ja、pt-BR などのコードを指定してください。',
    create: '作成',
    createAndRun: '作成して実行',
  },
  empty: {
    title: '仕様はまだありません',
    about:
      '仕様は 1 つの機能に対応します。内容を書くと、エージェントが要件・設計・タスクを作成し、実装して検査します。どこで止めて確認するかは自分で決められます。',
  },
  noMatch: {
    title: '該当なし',
    about: '検索と絞り込みに合う行がありません。',
    clear: 'すべて表示',
  },
}
