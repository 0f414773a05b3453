import type { BothLanguages } from './format.ts'

export const LACKS_APPROVALS: BothLanguages = {
  en: 'It has no approvals: those given here are kept in spec.json beside the documents.',
  ja: '承認の仕組みがありません。ここでの承認は文書の隣の spec.json に記録します。',
}

export const LACKS_VERDICTS: BothLanguages = {
  en: 'It has no reviews, inspections or deploys: what they find is kept in files of ours beside the documents.',
  ja: 'レビュー・検査・デプロイの仕組みがありません。結果は文書の隣に独自のファイルで残します。',
}
