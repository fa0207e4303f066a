/** The folders of the repository that hold TypeScript. */
export const ROOMS = [
  'app',
  'components',
  'contracts',
  'db',
  'deploy',
  'dev',
  'e2e',
  'examples',
  'front',
  'inngest',
  'packages',
  'registry',
  'schemas',
  'server',
  'signer',
  'transport',
] as const
