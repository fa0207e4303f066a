import type { TokenPoint } from '@/server/fault-point'

const STRUCK = 'killed here'

/** Arms one fault point: the next code that passes it throws, once. */
export class Strike {
  private point: TokenPoint | null = null

  arm(point: TokenPoint): void {
    this.point = point
  }

  disarm(): void {
    this.point = null
  }

  /** Throws if this point is armed. */
  at(point: string): void {
    if (point !== this.point) return
    this.point = null
    throw new Error(STRUCK)
  }

  isOwn(error: unknown): boolean {
    return error instanceof Error && (error.message === STRUCK || this.isOwn(error.cause))
  }
}
