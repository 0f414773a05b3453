import type { Precondition } from '../../../contracts/rejections.ts'
import type { refusals as english } from '../en/refusals.ts'
import { sentenceOf } from '../../../core/words/finding-words.ts'
import { common } from './common.ts'
import { findings } from './item/findings.ts'

const { phases } = common
const amounts = {
  usd: common.cost,
  tokens: (count: number) => `${common.tokens(count)} トークン`,
  minutes: common.minutes,
}
const megabytes = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10
const lack = ({ phase, needs }: Precondition): string => {
  switch (needs) {
    case 'tasks-done':
      return '未完了のタスクがあります'
    case 'approved':
      return `${phases[phase]}が未承認です`
    case 'passed':
      return `${phases[phase]}に合格していません`
    case 'generated':
      return `${phases[phase]}が未作成です`
    default:
      return needs satisfies never
  }
}

export const refusals: typeof english = {
  OFFLINE: () => 'ホストに接続できません。何も変更していません。',
  ALREADY_EXECUTING: ({ item }) => `${item.name} は実行中です。先に停止してください。`,
  BAD_NAME: () => '名前には英小文字・数字・ハイフンが使えます（100 文字以内）。',
  NOT_FOUND: ({ item }) => `仕様 ${item.name} は見つかりません。`,
  ALREADY_EXISTS: ({ item }) => `${item.name} はすでにあります。別の名前にしてください。`,
  IMPL_LIMIT: ({ item }) =>
    `${item.name} は再実行の上限に達しました。リセットすると再び実行できます。`,
  NOTHING_TO_RESUME: ({ item }) =>
    `${item.name} に再開できる実行はありません。「実行」で新しく開始してください。`,
  BUDGET_SPENT: ({ item, kind, spent, budget }) =>
    `${item.name} の予算を使い切りました（${amounts[kind](spent)} / ${amounts[kind](budget)}）。先に予算を増やしてください。`,
  NO_QUESTION: () => 'その質問はすでに終了しています。',
  NO_OPEN_RELEASE: ({ item }) =>
    `${item.name} に、結果の確認が必要なデプロイ後のコマンドはありません。`,
  NOTHING_ASKED: ({ item }) => `${item.name} は回答待ちではありません。`,
  NOT_ASKED: ({ key }) => `${key} は質問されていません。再読み込みして確認してください。`,
  ASKED_EARLIER: ({ keys, document }) =>
    `${keys.join('、')} は以前の停止時の質問です${document === null ? '' : `（現在の質問は ${document}）`}。回答は送信されていません。`,
  PRECONDITION: ({ phase, missing }) =>
    `${phases[phase]}はまだ実行できません：${missing.map(lack).join('、')}。`,
  NOT_GENERATED: ({ phase }) => `${phases[phase]}は未作成か、差し戻し後に変更されていません。`,
  NO_REVIEW_TO_FIX: () => '修正を適用できるレビュー回答がありません。',
  NOT_IN_WORKFLOW: ({ phase, item }) => `${item.name} に${phases[phase]}フェーズはありません。`,
  RETRY_LIMIT: ({ phase, limit }) =>
    `${phases[phase]}はこの実行ですでに ${limit} 回やり直しています。先にリセットしてください。`,
  NO_FINDINGS_TO_FIX: () => '前回の検査に修正すべき指摘はありません。',
  PERMISSION_CONFLICT: ({ phase }) => `${phases[phase]}を同時に GO と NOGO にはできません。`,
  AGENT_UNKNOWN: ({ agent, known }) =>
    `このバージョンでは ${agent} を使えません。使えるもの：${known.join('、')}。`,
  AGENT_MISSING: ({ agent, command }) =>
    `${agent} が見つかりません（${command}）。「設定 → エージェント」で入手方法を確認できます。`,
  PLAN_WRITES_NOTHING: ({ phase }) =>
    `権限「plan」では何も書き込めませんが、${phases[phase]}では文書を書く必要があります。`,
  AGENT_CANNOT_ASK: ({ agent, phase }) =>
    `${agent} は確認を求めることができませんが、${phase} の権限は「ask」です。「edit」に変更するか、別のエージェントを選んでください。`,
  AGENT_NOT_EXECUTABLE: ({ path }) => `${path} を実行できません。`,
  NOT_TRUSTED: () =>
    'このプロジェクトには、このマシンで動作するファイルまたはコマンドが含まれています。先に「対応待ち」で確認してください。',
  AGENT_NOT_ISOLATED: ({ agent }) =>
    `${agent} は、プロジェクトの設定を読み込まずに起動できません。プロジェクトを信頼するか、別のエージェントを選んでください。`,
  NO_CHECK: ({ check }) => `チェック ${check} はありません。`,
  CHECK_EXISTS: ({ check }) => `チェック ${check} はすでにあります。先に削除してください。`,
  CHECK_PERSONAL: ({ check }) =>
    `${check} は個人設定にあります。「設定 → 実行」で削除してください。`,
  CHECK_MISSING: ({ check, program }) =>
    `チェック ${check} を実行できません。エージェントを動かすコンピューターに ${program} が見つかりません。インストールするか、チェックを変更してください。`,
  COMMAND_MISSING: ({ setting, program }) =>
    `${setting} のコマンドを実行できません。エージェントを動かすコンピューターに ${program} が見つかりません。インストールするか、設定を変更してください。`,
  CONFIG_NOT_USED: ({ file }) =>
    `このプロジェクトは自身の設定（${file}）なしで実行されています。先にプロジェクトを信頼してください。`,
  SPEC_UNREADABLE: ({ file, detail }) =>
    `${file} を読み込めません：${detail}。ファイルは変更していません。`,
  JOURNAL_UNREADABLE: ({ file, detail }) =>
    `${file} を読み込めません：${detail}。ファイルは変更していません。`,
  BAD_CONFIG: ({ file, key, allowed }) =>
    `${file}：${key} の値が正しくありません。使える値：${allowed}。`,
  NOT_WRITABLE: ({ path, detail }) => `${path} に書き込めません：${detail}`,
  LINK_REFUSED: ({ path }) =>
    `${path} はリンクです。リンク先には書き込まず、プロジェクトの外へのリンクはたどりません。実体のファイルまたはフォルダーに置き換えてください。`,
  NO_DOCUMENT: ({ document }) => `文書 ${document} はありません。`,
  DOCUMENT_CHANGED: ({ document }) => `${document} は開いた後に変更されました。`,
  DOCUMENT_TOO_LARGE: ({ document, limit }) =>
    `${document} は大きすぎるためここでは保存できません（上限 ${Math.round(limit / 1024)} KB）。`,
  DOCUMENT_OVERSIZED: ({ file, size, limit }) =>
    `${file} は ${megabytes(size)} MB あります。${megabytes(limit)} MB を超えるファイルは読み込みません。小さくしてから、もう一度試してください。`,
  NO_COMMENT: () => 'そのコメントはもうありません。',
  NOT_IN_ARCHIVE: () => 'すでに復元または削除されています。',
  CODE_BEGUN: ({ item, workspace }) =>
    workspace === 'worktree'
      ? `${item.name} のコードはすでにワークツリーで作成中です。先にデプロイしてください。`
      : `${item.name} のコードはすでにチェックアウト上で作成中です。先にデプロイしてください。`,
  NO_SAVED_WORK: () => 'その保存された作業はもうありません。',
  FOLDER_NOT_EMPTY: ({ path }) =>
    `${path} は空ではありません。まだ存在しないフォルダーを指定してください。`,
  GIT_REFUSED: ({ detail, finding }) =>
    `git で実行できません：${(finding && sentenceOf(findings, finding)) ?? detail}`,
  ASK_BUSY: () => '前の質問にまだ回答がありません。回答を待つか、停止してください。',
  NO_PROJECT: () => 'そのプロジェクトは開かれていません。',
  NOT_A_FOLDER: ({ path }) => `${path} はフォルダーではありません。絶対パスを指定してください。`,
  PROJECT_ELSEWHERE: ({ dir, pid }) =>
    pid === null
      ? `${dir} は別のプロセスで開かれています。`
      : `${dir} は別のプロセス（pid ${pid}）で開かれています。`,
  UNKNOWN_SETTING: ({ key }) => `設定 ${key} はありません。`,
  LOCAL_ONLY: () => 'エージェントを動かしているコンピューターでのみ操作できます。',
  NOT_IN_FLEET: () =>
    'フリートではこの操作はできません。チェックアウトにエクスポートして行ってください。',
  NO_FLEET: () => 'フリートではないため、ワーカーはありません。',
  ROLE_NEEDED: ({ role }) => `あなたのロールでは操作できません（必要なロール：${role}）。`,
  NO_WORKER: () => 'そのワーカーはすでに無効化されています。',
  REMOTE_OFF: () => '先にリモートアクセスをオンにしてください。',
  ADDRESS_UNAVAILABLE: ({ address, detail }) => `${address} で待ち受けできません：${detail}`,
  BAD_HOST_NAME: ({ host }) => `${host} はホスト名ではありません。`,
  NO_DEVICE: () => 'その端末のペアリングはすでに解除されています。',
  HOST_FAILED: ({ operation, detail }) => `ホストでエラーが発生しました（${operation}）：${detail}`,
}
