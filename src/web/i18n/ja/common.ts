import { usdInWords } from '../../../core/state/spent.ts'
import { clockIn } from '../clock.ts'
import type { common as english } from '../en/common.ts'

export const common: typeof english = {
  appName: 'SDD Orchestrator',
  phases: {
    requirements: '要件定義',
    design: '設計',
    tasks: 'タスク',
    'document-review': 'レビュー',
    impl: '実装',
    inspection: '検査',
    analyze: '分析',
    fix: '修正',
    verify: '検証',
    deploy: 'デプロイ',
  },
  shortPhases: {
    requirements: '要件',
    design: '設計',
    tasks: 'タスク',
    'document-review': 'レビュー',
    impl: '実装',
    inspection: '検査',
    analyze: '分析',
    fix: '修正',
    verify: '検証',
    deploy: 'デプロイ',
  },
  cells: {
    done: '完了',
    running: '実行中',
    queued: '待機中',
    waiting: '要対応',
    failed: '失敗',
    nogo: 'NOGO',
    todo: '未着手',
  },
  reply: 'レビュー回答',
  clarify: '事前の質問',
  stoppedBefore: (phase) => `完了（${phase}の前で停止）`,
  nav: {
    board: 'ボード',
    inbox: '対応待ち',
    agents: 'エージェント',
    report: 'レポート',
    insights: 'インサイト',
    settings: '設定',
    workers: 'ワーカー',
    main: 'メインナビゲーション',
    skip: '本文へ移動',
  },
  inboxTitle: (count) => `${count} 件が対応待ち`,
  actions: {
    start: '実行',
    resume: '再開',
    stop: '停止',
    reset: 'リセット',
    approve: '承認',
    reject: '差し戻す…',
    releaseHasRun: '実行済みとして続行',
    releaseAgain: 'もう一度実行',
    approveReviewAndResume: 'このまま承認して続行',
    permitAndStart: (phase) => `${phase}を有効にして実行`,
    retry: (phase) => `${phase}から再実行`,
    runPhase: (phase) => `${phase}だけ実行`,
    fixFindings: '指摘を修正',
    deploy: 'デプロイ',
    applyFixes: '修正を適用',
    budget: '予算を増やす…',
    resetAndStart: 'リセットして実行',
    review: (phase) => `${phase}を確認`,
    reviewShort: '確認',
    seeQuestion: '回答する…',
    seeProblem: '対処方法…',
    viewChanges: '変更を見る',
    answer: '回答…',
    answers: { allow: '許可', 'allow-always': '常に許可', deny: '拒否' },
  },
  cancel: 'キャンセル',
  close: '閉じる',
  save: '保存',
  delete: '削除',
  copy: 'コピー',
  copied: 'コピーしました',
  loading: '読み込み中…',
  search: '検索',
  more: 'その他',
  unknown: '不明',
  none: 'なし',
  connection: {
    connecting: '接続中…',
    online: '接続済み',
    offline: '接続が切れました。再接続しています…',
    refused: 'この端末のペアリングは解除されています',
    refusedHelp:
      'sdd open が表示するリンクを開くか、エージェントを動かしているコンピューターの「設定 → リモートアクセス」でもう一度ペアリングしてください。',
  },
  ago: (seconds) => {
    if (seconds < 10) return 'たった今'
    if (seconds < 60) return `${Math.floor(seconds)} 秒前`
    if (seconds < 3600) return `${Math.floor(seconds / 60)} 分前`
    if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 時間前`
    return `${Math.floor(seconds / 86_400)} 日前`
  },
  duration: (seconds) => {
    const s = Math.max(0, Math.floor(seconds))
    if (s < 60) return `${s} 秒`
    if (s < 3600) return `${Math.floor(s / 60)} 分 ${s % 60} 秒`
    return `${Math.floor(s / 3600)} 時間 ${Math.floor((s % 3600) / 60)} 分`
  },
  about: (seconds) => {
    if (seconds < 90 * 60) return `${Math.round(seconds / 60)} 分`
    return seconds < 48 * 3600
      ? `${Math.round(seconds / 3600)} 時間`
      : `${Math.round(seconds / 86_400)} 日`
  },
  tokens: (count) =>
    count < 1000
      ? `${count}`
      : count < 1_000_000
        ? `${(count / 1000).toFixed(1)}k`
        : `${(count / 1_000_000).toFixed(1)}M`,
  cost: (usd) => usdInWords(usd),
  minutes: (minutes) => `${Math.round(minutes * 10) / 10} 分`,
  atLeast: (amount) => `${amount} 以上`,
  clock: clockIn('ja'),
}
