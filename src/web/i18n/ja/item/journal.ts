import type { AgentProblem } from '../../../../contracts/launch/agent.ts'
import type { GitAct } from '../../../../contracts/host-steps.ts'
import { taskLabel } from '../../../../core/readers/tasks/task-names.ts'
import { BUDGET_KINDS, type BudgetKind } from '../../../../contracts/spec-json.ts'
import type { journal as english } from '../../en/item/journal.ts'
import { common } from '../common.ts'
import { reasons } from './reasons.ts'
import { workflow } from './workflow.ts'
import { MAX_REPAIRS, MAX_FIX_CYCLES, MAX_IMPL_RERUNS } from '../../../../core/workflow/limits.ts'
import { stepName } from '../../step-name.ts'

const { phases } = common
const agentPhase = (phase: string): string => stepName(common, phase)

const switchedWhy = {
  missing: 'プログラムが見つかりません',
  quota: '利用上限に達しました',
  overloaded: 'サービスが混雑しています',
  server: 'サービスでエラーが発生しています',
  network: 'サービスに接続できません',
  auth: 'ログインしていません',
  forbidden: 'サービスに拒否されました',
}
const waits = {
  quota: 'が利用上限に達した',
  service: 'のサービスが混雑しているか、エラーを返している',
  network: 'がサービスに接続できない',
}
const problems: Record<AgentProblem['kind'], string> = {
  quota: '利用上限に達しました',
  auth: 'ログインしていません',
  forbidden: 'サービスに拒否されました',
  overloaded: 'サービスが混雑しています',
  server: 'サービスでエラーが発生しています',
  network: 'サービスに接続できません',
  budget: '予算を使い切りました',
  denied: '必要な操作が許可されませんでした',
}
const budgetKinds: Record<BudgetKind, string> = {
  usd: '金額',
  tokens: 'トークン',
  minutes: '時間',
}
const limits = { usd: common.cost, tokens: common.tokens, minutes: common.minutes }
const limit = (kind: BudgetKind, amount: number | null): string =>
  `${budgetKinds[kind]} ${amount === null ? '上限なし' : limits[kind](amount)}`

const checkResults = { passed: '合格', failed: '失敗', stopped: '停止' }
const gitActs: Record<GitAct['type'], string> = {
  'make-workspace': 'ワークツリーを準備しています',
  record: '変更を確認しています',
  integrate: 'ベースブランチに取り込んでいます',
  'continue-integration': '競合の解消後に続行しています',
  'catch-up': 'ベースブランチをワークツリーに取り込んでいます',
  'move-base': 'ベースブランチを進めています',
  'commit-checkout': 'コミットしています',
  'pull-request': 'プルリクエストを作成しています',
  'clean-up': '後片付けをしています',
}

export const journal: typeof english = {
  'spec.created': ({ kind }) => (kind === 'bug' ? 'バグを報告しました' : '仕様を作成しました'),
  'run.started': (entry) =>
    entry.mode === 'auto' || entry.phase === null
      ? '自動実行を開始しました'
      : `${phases[entry.phase]}を手動で開始しました`,
  'run.resumed': (entry) =>
    entry.from === null ? '自動実行を再開しました' : `${phases[entry.from]}から再実行します`,
  'run.recovered': (entry) => `ホストの異常終了後に実行を復旧しました（${entry.recoveries} 回目）`,
  'run.waiting': (entry) =>
    entry.for === 'working-tree'
      ? `${phases[entry.phase]}：${workflow.waitsForTree(entry.behind)}`
      : entry.for === 'answers'
        ? `${phases[entry.phase]}の前に回答が必要です${entry.until === null ? '' : `（${common.clock(entry.until)} まで）`}`
        : `${entry.agent ?? 'エージェント'} ${waits[entry.for]}ため、${phases[entry.phase]}は${entry.until === null ? '' : ` ${common.clock(entry.until)} まで`}待機します`,
  'run.paused': (entry) => `一時停止：${reasons[entry.reason].title}`,
  'run.failed': (entry) =>
    `エラー：${reasons[entry.reason].title}${entry.problem === null ? '' : `（${problems[entry.problem]}）`}`,
  'run.completed': (entry) =>
    entry.reason === 'done' || entry.phase === null
      ? '完了しました'
      : common.stoppedBefore(phases[entry.phase]),
  'run.reset': () => 'エラーと再実行回数をリセットしました',
  'phase.started': (entry) => `${phases[entry.phase]}を開始しました`,
  'phase.completed': (entry) => `${phases[entry.phase]}が完了しました`,
  'step.started': (entry) =>
    entry.round === null
      ? `${agentPhase(entry.phase)}：エージェントを準備しました`
      : `${agentPhase(entry.phase)}（ラウンド ${entry.round}）：エージェントを準備しました`,
  'agent.started': (entry) => `${entry.agent} が${agentPhase(entry.phase)}の作業を開始しました`,
  'agent.ended': (entry) =>
    entry.status === 'completed'
      ? 'エージェントが終了しました'
      : entry.status === 'interrupted'
        ? 'エージェントを停止しました'
        : entry.problem === null
          ? 'エージェントが失敗しました'
          : `エージェントが終了しました：${problems[entry.problem.kind]}`,
  'ask.ended': (entry) =>
    `${entry.agent} に質問しました${entry.usage?.costUsd === undefined ? '' : `（${common.cost(entry.usage.costUsd)}）`}`,
  'agent.switched': (entry) =>
    `${agentPhase(entry.phase)}のエージェントを ${entry.from} から ${entry.to} に切り替えました：${switchedWhy[entry.why]}`,
  'agent.asked': (entry) =>
    `エージェントが ${entry.tool} の使用許可を求めています${entry.summary === '' ? '' : `：${entry.summary}`}`,
  'agent.answered': (entry) =>
    entry.by === 'timeout'
      ? '期限までに回答がなかったため拒否しました'
      : `回答：${common.actions.answers[entry.answer]}`,
  'agent.recalled': () => 'エージェントを停止しました。指示を反映して再開します',
  'instruction.added': (entry) => `指示：${entry.text}`,
  'answer.given': (entry) =>
    `${entry.issue === '' ? '質問' : `${entry.key}「${entry.issue}」`}への回答：${entry.text}`,
  'budget.unheld': (entry) =>
    `${entry.agents.join('、')} はコストを報告しないため、予算 ${common.cost(entry.usd)} に含まれません`,
  'budget.changed': (entry) =>
    `予算：${BUDGET_KINDS.flatMap((kind) => {
      const amount = entry[kind]
      return amount === undefined ? [] : limit(kind, amount)
    }).join('、')}`,
  'agent.hung': () => 'エージェントが応答していません',
  'agent.unhung': () => 'エージェントの応答が戻りました',
  'tool.denied': (entry) =>
    `${entry.phase ? `${agentPhase(entry.phase)}：` : ''}${entry.agent ?? 'エージェント'} による ${entry.tools.join('、')} の使用は許可されていません`,
  'impl.rerun': (entry) =>
    `実装を再実行します（${entry.attempt}/${MAX_IMPL_RERUNS}）：タスク ${entry.done}/${entry.total} 完了`,
  'impl.limit-reached': (entry) =>
    `${MAX_IMPL_RERUNS} 回再実行しても ${entry.total - entry.done} 件のタスクが残っています`,
  'impl.checked': (entry) => `タスク ${entry.done}/${entry.total} 完了`,
  'review.written': (entry) => `レビュー ${entry.round} を作成しました`,
  'review.round-completed': (entry) =>
    `レビュー第 ${entry.round} ラウンド：要修正 ${entry.fixRequired}、要議論 ${entry.needsDiscussion}${entry.approved ? '、承認' : ''}`,
  'review.fixes-applied': (entry) =>
    entry.changed
      ? `第 ${entry.round} ラウンドの修正を適用しました`
      : `第 ${entry.round} ラウンド：変更はありません`,
  'review.contradicted': (entry) =>
    `第 ${entry.round} ラウンド：spec.json の「${entry.claimed}」は文書と異なるため、文書を採用しました`,
  'inspection.completed': (entry) => `検査 ${entry.number}：${entry.result.toUpperCase()}`,
  'fix.rerun': (entry) =>
    `修正をやり直します（${entry.attempt}/${MAX_IMPL_RERUNS}）：${entry.checks.join('、')} が失敗`,
  'fix.limit-reached': (entry) =>
    `${MAX_IMPL_RERUNS} 回やり直しても ${entry.checks.join('、')} が失敗しています`,
  'verification.completed': (entry) =>
    `検証 ${entry.number}：${entry.result === 'verified' ? '合格' : '不合格'}`,
  'verdict.outdated': () => '合格後にコードが変更されたため、もう一度判定します',
  'workflow.followed': (entry) => `${entry.workflow} ワークフローに従います`,
  'approval.granted': (entry) =>
    entry.by === 'person'
      ? `${phases[entry.phase]}が承認されました`
      : `${phases[entry.phase]}を自動承認しました`,
  'approval.revoked': (entry) => `${phases[entry.phase]}を差し戻しました：${entry.reason}`,
  'spec.restored': (entry) =>
    `${entry.phase === null ? 'エージェントの作業中に外部から' : `${agentPhase(entry.phase)}のエージェントが`} spec.json の ${entry.keys.join('、')} ${entry.phase === null ? 'が変更されたため' : 'を変更したため'}、元に戻しました`,
  'documents.strayed': (entry) =>
    [
      ...(Object.keys(entry.documents).length === 0
        ? []
        : [
            `${agentPhase(entry.phase)}のエージェントが ${Object.keys(entry.documents).join('、')} を書きました（入力としてのみ使用）`,
          ]),
      ...(entry.ticked ? ['実装前にチェックが付いていましたが、実装は実行します'] : []),
    ].join('。'),
  'tasks.vanished': (entry) =>
    entry.tasks.length === 0
      ? 'すべてのタスクが tasks.md に戻りました'
      : `tasks.md から消えたタスク（未完了として扱います）：${entry.tasks.map(taskLabel).join('、')}`,
  'permission.changed': (entry) =>
    `${phases[entry.phase]}を ${entry.go ? 'GO' : 'NOGO'} にしました`,
  'phase.followed': () => 'ディスク上の文書が変更されました',
  'journal.repaired': () => 'イベントログの不完全な最終行を取り除きました',
  'journal.rewound': ({ known, found, restored }) => {
    if (restored) return 'イベントログが外部から書き換えられていたため、元に戻しました'
    return found < known
      ? 'イベントログが以前の状態に戻りました（checkout または stash）'
      : 'イベントログが外部から書き換えられていました。書き換えられた内容は使用しません'
  },
  'check.started': (entry) => `チェック ${entry.work.name} を開始しました`,
  'check.completed': (entry) =>
    `チェック ${entry.name}：${entry.isTimeout ? '時間切れ' : checkResults[entry.result]}`,
  'git.started': (entry) => `Git：${gitActs[entry.act.type]}`,
  'git.completed': (entry) => (entry.result === null ? 'Git：実行されませんでした' : 'Git：完了'),
  'workspace.created': (entry) =>
    `ワークツリーを作成しました（${entry.base} からブランチ ${entry.branch}）`,
  'workspace.committed': (entry) =>
    `${entry.files} ファイルをコミットしました（${entry.commit.slice(0, 12)}）`,
  'workspace.removed': (entry) => `ワークツリーとブランチ ${entry.branch} を削除しました`,
  'clarify.asked': (entry) =>
    entry.questions.length === 0
      ? '要件の前に質問はありません'
      : `要件の前に ${entry.questions.length} 件の質問があります`,
  'clarify.settled': (entry) =>
    entry.by === 'timeout'
      ? `期限までに回答がなかったため、推奨回答を使います（${entry.assumed.length} 件）`
      : '質問に回答しました',
  'choices.changed': (entry) =>
    [
      entry.approvals === 'person' ? '文書は自分で承認します' : null,
      entry.approvals === 'auto' ? '文書は自動で承認します' : null,
      entry.clarify === 'ask' ? '先に質問を受けます' : null,
      entry.clarify === 'assume' ? '先に質問を受けません' : null,
    ]
      .filter((words) => words !== null)
      .join('。'),
  'worktree.chosen': (entry) =>
    entry.on ? 'ワークツリーを有効にしました' : 'ワークツリーを無効にしました',
  'work.saved': (entry) => `作業内容を ${entry.ref} に保存しました`,
  'inspection.fix-started': (entry) =>
    `検査 ${entry.number} は NOGO：指摘を修正します（${entry.attempt}/${Math.max(entry.attempt, MAX_FIX_CYCLES)}）`,
  'deploy.queued': (entry) => `${entry.base} へのデプロイの順番を待っています`,
  'deploy.started': (entry) => `${entry.base} へデプロイしています`,
  'deploy.conflicted': (entry) => `ベースブランチと競合しています：${entry.files.join('、')}`,
  'deploy.repair-started': (entry) =>
    `最新のベースと合わせるとチェックが失敗します：${entry.checks.join('、')}。修正します（${entry.attempt}/${MAX_REPAIRS}）`,
  'deploy.release-settled': (entry) =>
    entry.hasRun
      ? 'デプロイ後のコマンドは実行済みのため、再実行しません'
      : 'デプロイ後のコマンドをもう一度実行します',
  'deploy.completed': (entry) =>
    entry.url === null
      ? `デプロイしました${entry.commit === null ? '' : `（${entry.commit.slice(0, 12)}）`}`
      : `プルリクエスト：${entry.url}`,
}
