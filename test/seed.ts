import fc from 'fast-check'

const asked = process.env['SDD_SEED'] ?? '20260101'

/**
 * The seed of every test with random cases. It is fixed, so that every change is tested with the
 * same cases; `SDD_SEED=new` (`npm run campaign:properties`) plays others.
 */
export const seed = asked === 'new' ? Date.now() % 2 ** 31 : Number(asked)

if (!Number.isInteger(seed)) throw new Error(`SDD_SEED is a whole number or "new", not "${asked}"`)

fc.configureGlobal({ seed })
