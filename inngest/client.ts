import { Inngest, Middleware } from 'inngest'
import { isWorkName } from '@/schemas/alarms/words'
import { logger } from '@/server/logger'
import { runStepLogged } from './run-logged'

type Line = (...args: Parameters<ReturnType<typeof logger>['info']>) => void

/** Read for each log line, because a build loads this file without an environment. */
const toOurLog = (level: 'debug' | 'info' | 'warn' | 'error'): Line => {
  return (...args) => logger()[level](...args)
}

const LINES = { debug: toOurLog('debug'), info: toOurLog('info'), warn: toOurLog('warn') }

/**
 * Every step of a job is work: its failure and the reason are in the log and on the page of alarms. Workers have no
 * steps and record their own runs. A class, since the SDK takes nothing else.
 */
export class StepRecorder extends Middleware.BaseMiddleware {
  readonly id = 'note-steps'

  override wrapStepHandler({ fn, stepInfo, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const name = fn.id()
    const step = stepInfo.options.id
    if (!isWorkName(name)) return next()
    return runStepLogged({ name, of: step, chainId: null }, next)
  }
}

/** The environment alone decides which server it uses: INNGEST_DEV, or INNGEST_BASE_URL with keys. */
export const inngest = new Inngest({
  id: 'slipway',
  logger: { ...LINES, error: toOurLog('error') },
  middleware: [StepRecorder],
  // Lines of the SDK: mostly about callers without our signature. It reports failures to the job server, which tries
  // again.
  internalLogger: { ...LINES, error: toOurLog('warn') },
})
