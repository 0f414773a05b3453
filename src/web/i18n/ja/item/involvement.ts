import type { involvement as english } from '../../en/item/involvement.ts'

export const involvement: typeof english = {
  title: '自分で決めること',
  approvals: '文書ごとに自分で承認する',
  approvalsHelp: '文書ができるたびに一時停止し、承認または修正依頼を待ちます。',
  clarify: '先に質問を受ける',
  clarifyHelp: '要件を書く前に、エージェントが推奨回答付きの質問を最大 3 件出します。',
  approveAndResume: '承認して続行',
  requestChanges: '修正を依頼…',
  rejectAbout: (phase) =>
    `入力した内容はエージェントに渡され、${phase}をすぐに書き直します。その後、もう一度承認が必要です。`,
}
