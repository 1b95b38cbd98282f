// A matrix product in WebAssembly SIMD: the one place where training spends its time.
import wabt from 'wabt';

const rows = 2;
const columns = 4;
const list = (length, make) => Array.from({ length }, (_, index) => make(index)).join('\n');

/** C = A · Bᵀ for row-major A (m × k) and B (n × k), in blocks of 2 × 4 results that stay in registers. k is a multiple of 4. */
const source = `(module
  (memory (import "env" "memory") 1)
  (func (export "multiply") (param $a i32) (param $b i32) (param $c i32) (param $m i32) (param $n i32) (param $k i32)
    (local $i i32) (local $j i32) (local $p i32) (local $end i32) (local $stride i32) (local $out i32)
    ${list(rows, (r) => `(local $a${r} i32) (local $x${r} v128)`)}
    ${list(columns, (c) => `(local $b${c} i32)`)}
    (local $y v128)
    ${list(rows * columns, (n) => `(local $s${n} v128)`)}
    (local.set $stride (i32.shl (local.get $k) (i32.const 2)))
    (loop $overRows
      (local.set $j (i32.const 0))
      (loop $overColumns
        ${list(rows, (r) => `(local.set $a${r} (i32.add (local.get $a) (i32.mul (i32.add (local.get $i) (i32.const ${r})) (local.get $stride))))`)}
        ${list(columns, (c) => `(local.set $b${c} (i32.add (local.get $b) (i32.mul (i32.add (local.get $j) (i32.const ${c})) (local.get $stride))))`)}
        ${list(rows * columns, (n) => `(local.set $s${n} (v128.const i32x4 0 0 0 0))`)}
        (local.set $p (i32.const 0))
        (loop $overInner
          ${list(rows, (r) => `(local.set $x${r} (v128.load (i32.add (local.get $a${r}) (local.get $p))))`)}
          ${list(
            columns,
            (c) => `(local.set $y (v128.load (i32.add (local.get $b${c}) (local.get $p))))
            ${list(rows, (r) => `(local.set $s${r * columns + c} (f32x4.add (local.get $s${r * columns + c}) (f32x4.mul (local.get $x${r}) (local.get $y))))`)}`,
          )}
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (br_if $overInner (i32.lt_u (local.get $p) (local.get $stride))))
        ${list(
          rows,
          (
            r,
          ) => `(local.set $out (i32.add (local.get $c) (i32.shl (i32.add (i32.mul (i32.add (local.get $i) (i32.const ${r})) (local.get $n)) (local.get $j)) (i32.const 2))))
          ${list(columns, (c) => `(f32.store offset=${4 * c} (local.get $out) ${sumOfLanes(`$s${r * columns + c}`)})`)}`,
        )}
        (local.set $j (i32.add (local.get $j) (i32.const ${columns})))
        (br_if $overColumns (i32.lt_u (local.get $j) (local.get $n))))
      (local.set $i (i32.add (local.get $i) (i32.const ${rows})))
      (br_if $overRows (i32.lt_u (local.get $i) (local.get $m)))))
)`;

function sumOfLanes(name) {
  const lane = (index) => `(f32x4.extract_lane ${index} (local.get ${name}))`;
  return `(f32.add (f32.add ${lane(0)} ${lane(1)}) (f32.add ${lane(2)} ${lane(3)}))`;
}

/** Hands out matrices that share one memory, and multiplies them. */
export async function openKernel(megabytes) {
  const memory = new WebAssembly.Memory({ initial: megabytes * 16 });
  const tools = await wabt();
  const binary = tools.parseWat('kernel.wat', source, { simd: true }).toBinary({}).buffer;
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory } });
  let used = 16;
  return {
    matrix(m, n) {
      const values = new Float32Array(memory.buffer, used, m * n);
      used += 4 * m * n;
      return values;
    },
    /** target (m × n) = left (m × k) · rightᵀ (n × k). m is a multiple of 2, n of 4, k of 4. */
    multiply(left, right, target, m, n, k) {
      instance.exports.multiply(left.byteOffset, right.byteOffset, target.byteOffset, m, n, k);
    },
  };
}

/** target (n × m) = source (m × n) turned over, in blocks that stay in the cache. */
export function transpose(matrix, target, m, n) {
  const block = 32;
  for (let fromRow = 0; fromRow < m; fromRow += block)
    for (let fromColumn = 0; fromColumn < n; fromColumn += block)
      for (let row = fromRow; row < Math.min(m, fromRow + block); row += 1)
        for (let column = fromColumn; column < Math.min(n, fromColumn + block); column += 1)
          target[column * m + row] = matrix[row * n + column];
}
