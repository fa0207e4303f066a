/** Version 3 with the lowest correction holds 53 bytes: the addresses of every chain, and nothing longer. */
const SIZE = 29
const DATA_BYTES = 55
const CHECK_BYTES = 15
const MOST_BYTES = 53
const ALIGNMENT_AT = 22
/** Correction level L and mask 0, with their check bits, as the standard writes them. */
const FORMAT = 0b111011111000100

type Matrix = boolean[][]

/** The dark modules of a QR code with this text, row by row, without the quiet zone around it. Throws for a text that is too long. */
export function qrMatrix(text: string): readonly (readonly boolean[])[] {
  const modules: Matrix = grid()
  const isFixed: Matrix = grid()
  const fix = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) return
    set(modules, { x, y }, dark)
    set(isFixed, { x, y }, true)
  }
  drawPatterns(fix)
  const bits = withChecks(toBytes(text)).flatMap((byte) => bitsOf(byte, 8))
  let next = 0
  for (const { x, y } of dataModules()) {
    if (isFixed[y]?.[x]) continue
    // Past the last bit there are a few modules that only the mask decides.
    const bit = bits[next++] ?? false
    set(modules, { x, y }, bit !== ((x + y) % 2 === 0))
  }
  return modules
}

function drawPatterns(fix: (x: number, y: number, dark: boolean) => void): void {
  for (let n = 0; n < SIZE; n++) {
    fix(6, n, n % 2 === 0)
    fix(n, 6, n % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [SIZE - 4, 3],
    [3, SIZE - 4],
  ] as const)
    around(4, (dx, dy, ring) => fix(x + dx, y + dy, ring !== 2 && ring !== 4))
  around(2, (dx, dy, ring) => fix(ALIGNMENT_AT + dx, ALIGNMENT_AT + dy, ring !== 1))
  const format = bitsOf(FORMAT, 15).reverse()
  for (const [n, dark] of format.entries()) {
    fix(n < 8 ? SIZE - 1 - n : n < 9 ? 7 : 14 - n, 8, dark)
    fix(8, n < 6 ? n : n < 8 ? n + 1 : SIZE - 15 + n, dark)
  }
  fix(8, SIZE - 8, true)
}

function around(reach: number, visit: (dx: number, dy: number, ring: number) => void): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) visit(dx, dy, Math.max(Math.abs(dx), Math.abs(dy)))
}

/** In the order they are filled: two columns at a time from the right, up and down in turn, past the column of the timing pattern. */
function* dataModules(): Generator<{ x: number; y: number }> {
  let isUpwards = true
  for (let right = SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let n = 0; n < SIZE; n++) {
      const y = isUpwards ? SIZE - 1 - n : n
      yield { x: right, y }
      yield { x: right - 1, y }
    }
    isUpwards = !isUpwards
  }
}

/** The text in byte mode: mode, length, bytes, four zeros, and the fill. */
function toBytes(text: string): number[] {
  const data = [...new TextEncoder().encode(text)]
  if (data.length > MOST_BYTES) throw new RangeError(`a QR code of this size holds ${MOST_BYTES} bytes`)
  const nibbles = [4, data.length >> 4, data.length & 15, ...data.flatMap((byte) => [byte >> 4, byte & 15]), 0]
  const bytes = Array.from(
    { length: nibbles.length / 2 },
    (_, n) => ((nibbles[2 * n] ?? 0) << 4) | (nibbles[2 * n + 1] ?? 0),
  )
  return Array.from({ length: DATA_BYTES }, (_, n) => bytes[n] ?? ((n - bytes.length) % 2 === 0 ? 0xec : 0x11))
}

/** With what is left of them by the generator polynomial of Reed and Solomon. */
function withChecks(data: readonly number[]): number[] {
  let generator = [1]
  for (let n = 0; n < CHECK_BYTES; n++) {
    const before = generator
    generator = [...before, 0].map((term, at) => term ^ times(before[at - 1] ?? 0, power(n)))
  }
  const rest = data.reduce<number[]>(
    (before, byte) => {
      const factor = byte ^ (before[0] ?? 0)
      return [...before.slice(1), 0].map((term, at) => term ^ times(generator[at + 1] ?? 0, factor))
    },
    Array.from({ length: CHECK_BYTES }, () => 0),
  )
  return [...data, ...rest]
}

/** Of 2, in the field of 256 elements. */
function power(exponent: number): number {
  return exponent === 0 ? 1 : times(2, power(exponent - 1))
}

function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, n) => ((value >> (count - 1 - n)) & 1) === 1)
}

function grid(): Matrix {
  return Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => false))
}

function set(matrix: Matrix, { x, y }: { x: number; y: number }, dark: boolean): void {
  const row = matrix[y]
  if (row) row[x] = dark
}
