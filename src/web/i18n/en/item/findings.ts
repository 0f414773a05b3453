export { FINDINGS as findings } from '../../../../core/words/finding-words.ts'
