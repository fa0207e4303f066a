import { isLoopback } from './host-name'
import { readKeks } from './key-encryption-keys'
import { missingProviderKey } from './provider-variables'
import type { Variables } from './variables'
import { faultOfVault } from './vault-variables'

/** What only makes sense with, or without, another variable. Throws one sentence that names the one at fault. */
export function checkTogether(given: Variables): void {
  checkFaultRun(given)
  checkLocalParts(given)
  checkRegion(given)
  checkVault(given)
  checkJobKeys(given)
  const missing = missingProviderKey(given)
  if (missing) throw new Error(sentenceOfMissing(missing))
}

/** As the job engine's library reads its switch. */
export function runsJobsWithoutKeys({ INNGEST_DEV }: Pick<Variables, 'INNGEST_DEV'>): boolean {
  return INNGEST_DEV !== undefined && !['0', 'false'].includes(INNGEST_DEV)
}

export function sentenceOfMissing(name: string): string {
  return `${name} is missing: see .env.example for what it must hold.`
}

function checkFaultRun({ FAULT_FILE, LEASE_SHARE, BASE_URL }: Variables): void {
  if (isLoopback(BASE_URL)) return
  if (FAULT_FILE !== undefined)
    throw new Error('FAULT_FILE is wrong (only a service on loopback may be told to crash): unset it.')
  if (LEASE_SHARE !== 1)
    throw new Error('LEASE_SHARE is wrong (only a service on loopback may have short leases): unset it.')
}

const LOCAL_PARTS = { FAUCET_URL: 'a faucet', SANDBOX_BANK_URL: 'a bank of play money' } as const

function checkLocalParts(given: Variables): void {
  for (const name of ['FAUCET_URL', 'SANDBOX_BANK_URL'] as const) {
    const url = given[name]
    if (url === undefined || (isLoopback(given.BASE_URL) && isLoopback(url))) continue
    throw new Error(`${name} is wrong (only a service on loopback has ${LOCAL_PARTS[name]}, and there): unset it.`)
  }
}

/** An ARN names its region; nothing else does. */
function checkRegion({ CUSTODY_KEK, AWS_REGION }: Variables): void {
  const isNeeded = readKeks(CUSTODY_KEK).some((kek) => kek.provider === 'aws-kms' && kek.region === null)
  if (isNeeded && AWS_REGION === undefined) throw new Error(sentenceOfMissing('AWS_REGION'))
}

function checkVault(given: Variables): void {
  if (!readKeks(given.CUSTODY_KEK).some(({ provider }) => provider === 'vault-transit')) return
  const fault = faultOfVault(given)
  if (fault?.isMissing) throw new Error(sentenceOfMissing(fault.name))
  if (fault) throw new Error(`${fault.name} is wrong (another login of Vault is given as well): set one.`)
}

/** Without keys whoever reaches the app runs its jobs, so that is for one's own machine alone. */
function checkJobKeys({ BASE_URL, ...keys }: Variables): void {
  if (runsJobsWithoutKeys(keys)) {
    if (isLoopback(BASE_URL)) return
    throw new Error('INNGEST_DEV is wrong (only a service on loopback may run jobs without keys): see .env.example.')
  }
  for (const name of ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'] as const) {
    if (keys[name] === undefined) throw new Error(sentenceOfMissing(name))
  }
}
