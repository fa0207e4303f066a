import { Inngest } from 'inngest'
import { logger } from '@/server/logger'

type Line = (...said: Parameters<ReturnType<typeof logger>['info']>) => void

/** Asked for at each line: a build loads this file without an environment. */
const toOurLog = (level: 'debug' | 'info' | 'warn' | 'error'): Line => {
  return (...said) => logger()[level](...said)
}

/** Which server it talks to is settled by environment alone: INNGEST_DEV, or INNGEST_BASE_URL with keys. */
export const inngest = new Inngest({
  id: 'slipway',
  logger: { debug: toOurLog('debug'), info: toOurLog('info'), warn: toOurLog('warn'), error: toOurLog('error') },
})
