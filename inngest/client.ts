import { Inngest } from 'inngest'
import { logger } from '@/server/logger'
import { StepRecorder } from './step-recorder'

type Line = (...said: Parameters<ReturnType<typeof logger>['info']>) => void

/** Asked for at each line: a build loads this file without an environment. */
const toOurLog = (level: 'debug' | 'info' | 'warn' | 'error'): Line => {
  return (...said) => logger()[level](...said)
}

const LINES = { debug: toOurLog('debug'), info: toOurLog('info'), warn: toOurLog('warn') }

/** Which server it talks to is settled by environment alone: INNGEST_DEV, or INNGEST_BASE_URL with keys. */
export const inngest = new Inngest({
  id: 'slipway',
  logger: { ...LINES, error: toOurLog('error') },
  middleware: [StepRecorder],
  // Lines of the SDK: mostly about callers without our signature. It reports failures to the job server, which tries
  // again.
  internalLogger: { ...LINES, error: toOurLog('warn') },
})
