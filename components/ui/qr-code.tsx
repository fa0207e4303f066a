import { encode } from 'uqr'

/** The light modules required around a code. */
const QUIET = 4

/** A text as a QR code: dark on white in both themes, or cameras do not find it. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-36 rounded-md border bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
