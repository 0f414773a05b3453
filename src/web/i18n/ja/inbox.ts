import { ISOLATED_AGENTS } from '../../../core/agents/agent-table.ts'
import type { inbox as english } from '../en/inbox.ts'

const labels = (agents: readonly { label: string }[]): string =>
  agents.map(({ label }) => label).join('、')

export const inbox: typeof english = {
  title: '対応待ち',
  empty: '対応待ちはありません',
  emptyHelp: '実行中に判断が必要になると、ここに表示されます。',
  hangTitle: 'エージェントの応答なし',
  hangWhy: '長い間出力がありません。ログを確認して、待つか停止してください。',
  list: '対応待ちの一覧',
  urgencies: {
    decide: '判断が必要',
    broken: '問題が発生',
    finished: '完了',
    passing: '自然に解消する可能性あり',
  },
  keys: { move: '移動', open: '開く', act: 'ボタンを押す' },
  openDocument: '文書を開く',
  showLog: 'ログを表示',
  lastWords: 'エージェントの直近の出力',
  details: '詳細',
  answerBy: (clock) => `${clock} までに回答がなければ拒否されます。`,
  trust: {
    title: 'このプロジェクトを信頼しますか？',
    why: 'プロジェクト内または周辺のフォルダーに、実行時にこのマシンで動作するファイルまたはコマンドがあります。判断するまで何も実行しません。後で変更された場合は、もう一度確認します。',
    trust: '信頼する',
    without: '読み込まずに実行',
    withoutHelp: `${labels(ISOLATED_AGENTS.always)} は読み込まずに実行できます。${labels(ISOLATED_AGENTS.unlessPlugins)} はプラグインがない場合のみ実行できます。ほかのエージェントは起動しません。`,
    changed: '判断後に変更あり',
    more: (count) => `ほか ${count} 件`,
    kinds: {
      command: 'ホストが実行するコマンド',
      'agent-file': 'エージェントのプログラムが読み込む',
      prompt: '標準のプロンプトを置き換える',
      setting: 'プロジェクトの設定',
      spec: 'この仕様の設定',
    },
  },
  reject: {
    title: (phase) => `${phase}を差し戻す`,
    about: (phase) =>
      `理由は、${phase}を書き直すエージェントに渡されます。承認済みの場合、承認は取り消されます。`,
    reason: '理由',
    help: '必須です。何を直すべきかを書いてください。',
    confirm: '差し戻す',
  },
}
