;; Adds up the vectors of words, see word-sums.ts. In plain JavaScript this loop takes a third of the time of building an index.
;;
;; Compile with: node scripts/vector-kernel.mjs
(module
  ;; The sum, then the typical pieces as floats, then the codes of all words. It grows when it is filled.
  (memory (export "memory") 1 1024)

  ;; Adds the vector of a word, so many times, to the sum. A piece is four numbers, and its code says which of 256 it is.
  (func (export "add")
    (param $sum i32)       ;; where the sum is: four floats for each piece
    (param $codebook i32)  ;; for each piece 256 times four floats
    (param $codes i32)     ;; of the word: a byte for each piece
    (param $pieces i32)
    (param $factor f32)
    (local $end i32)
    (local.set $end (i32.add (local.get $codes) (local.get $pieces)))
    (loop $each
      (v128.store (local.get $sum) (f32x4.add
        (v128.load (local.get $sum))
        (f32x4.mul (f32x4.splat (local.get $factor)) (v128.load
          (i32.add (local.get $codebook) (i32.shl (i32.load8_u (local.get $codes)) (i32.const 4)))))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
      (local.set $codebook (i32.add (local.get $codebook) (i32.const 4096)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $codes) (local.get $end))))))
