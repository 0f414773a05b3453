/** How much is tested: a little in `npm test`, a lot with `npm run fleet:campaign`. */
export const isCampaign = process.env['SDD_CAMPAIGN'] === '1'

const numbered = (name: string, otherwise: number): number => {
  const asked = process.env[name]
  return asked === undefined ? otherwise : Number(asked)
}

/** `SDD_ITEMS`, `SDD_WORKERS`, … override the usual number. */
export const times = (name: string, usual: { gate: number; campaign: number }): number =>
  numbered(name, isCampaign ? usual.campaign : usual.gate)
