;; The inner loop of vector search: the dot products of one query with all vectors of a block.
;; A vector is a row of 16-bit integers, filled up with zeros to a multiple of 16 bytes.
;;
;; The block is read at four places at once, a quarter of it apart. A processor fetches each run of memory ahead of its
;; use, and with four runs it waits about a third less than with one; the query is also loaded once for four vectors.
;;
;; Compile with: node scripts/vector-kernel.mjs
(module
  ;; 128 KB to begin with, 4 GB at most. The first page holds the query and the sums, see blocks.ts.
  (memory (export "memory") 2 65536)

  (func (export "score")
    (param $query i32)    ;; where the query is
    (param $block i32)    ;; where the first vector of the block is
    (param $sums i32)     ;; where to write one 32-bit sum for each vector
    (param $stride i32)   ;; bytes of one vector
    (param $quarter i32)  ;; a quarter of the number of vectors in the block
    (local $queryEnd i32) (local $blockQuarterEnd i32) (local $blockQuarter i32) (local $sumsQuarter i32)
    (local $at i32) (local $piece v128)
    ;; The four vectors at hand, and what their products add up to so far.
    (local $first i32) (local $second i32) (local $third i32) (local $fourth i32)
    (local $sum1 v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128)

    (local.set $queryEnd (i32.add (local.get $query) (local.get $stride)))
    (local.set $blockQuarter (i32.mul (local.get $quarter) (local.get $stride)))
    (local.set $sumsQuarter (i32.shl (local.get $quarter) (i32.const 2)))
    (local.set $first (local.get $block))
    (local.set $second (i32.add (local.get $first) (local.get $blockQuarter)))
    (local.set $third (i32.add (local.get $second) (local.get $blockQuarter)))
    (local.set $fourth (i32.add (local.get $third) (local.get $blockQuarter)))
    (local.set $blockQuarterEnd (local.get $second))

    (loop $vectors
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $sum4 (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $query))

      ;; Eight dimensions a round. Neighbouring products are added in pairs, so that each sum has four parts.
      ;; Nothing overflows: the sum of products of two vectors is at most the product of their lengths, about 2^30.
      (loop $dimensions
        (local.set $piece (v128.load (local.get $at)))
        (local.set $sum1 (i32x4.add (local.get $sum1) (i32x4.dot_i16x8_s (local.get $piece) (v128.load (local.get $first)))))
        (local.set $sum2 (i32x4.add (local.get $sum2) (i32x4.dot_i16x8_s (local.get $piece) (v128.load (local.get $second)))))
        (local.set $sum3 (i32x4.add (local.get $sum3) (i32x4.dot_i16x8_s (local.get $piece) (v128.load (local.get $third)))))
        (local.set $sum4 (i32x4.add (local.get $sum4) (i32x4.dot_i16x8_s (local.get $piece) (v128.load (local.get $fourth)))))
        (local.set $first (i32.add (local.get $first) (i32.const 16)))
        (local.set $second (i32.add (local.get $second) (i32.const 16)))
        (local.set $third (i32.add (local.get $third) (i32.const 16)))
        (local.set $fourth (i32.add (local.get $fourth) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $dimensions (i32.lt_u (local.get $at) (local.get $queryEnd))))

      ;; The four parts of each sum are added up: four parts of four sums become two of each, then one of each.
      (local.set $sum1 (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sum1) (local.get $sum2))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sum1) (local.get $sum2))))
      (local.set $sum3 (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sum3) (local.get $sum4))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sum3) (local.get $sum4))))
      (local.set $sum1 (i32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $sum1) (local.get $sum3))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $sum1) (local.get $sum3))))

      ;; The sums of the four vectors stand a quarter apart, as the vectors do.
      (local.set $at (local.get $sums))
      (v128.store32_lane 0 (local.get $at) (local.get $sum1))
      (local.set $at (i32.add (local.get $at) (local.get $sumsQuarter)))
      (v128.store32_lane 1 (local.get $at) (local.get $sum1))
      (local.set $at (i32.add (local.get $at) (local.get $sumsQuarter)))
      (v128.store32_lane 2 (local.get $at) (local.get $sum1))
      (local.set $at (i32.add (local.get $at) (local.get $sumsQuarter)))
      (v128.store32_lane 3 (local.get $at) (local.get $sum1))

      (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
      (br_if $vectors (i32.lt_u (local.get $first) (local.get $blockQuarterEnd))))))
