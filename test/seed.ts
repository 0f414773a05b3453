import fc from 'fast-check'

const asked = process.env['SDD_SEED'] ?? '20260101'

/**
 * What every test with random cases begins from. A change is judged by the same cases as the one
 * before it; `SDD_SEED=new` (`npm run campaign:properties`) plays others.
 */
export const seed = asked === 'new' ? Date.now() % 2 ** 31 : Number(asked)

if (!Number.isInteger(seed)) throw new Error(`SDD_SEED is a whole number or "new", not "${asked}"`)

fc.configureGlobal({ seed })
