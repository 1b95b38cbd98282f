;; The loops of a search that pass over all memories. In a process that has just started they run many times faster here
;; than in JavaScript, which is interpreted until it is known to be worth compiling.
;;
;; "score": the dot products of one query with all vectors of a block.
;; A vector is a row of 16-bit integers, filled up with zeros to a multiple of 16 bytes.
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
      (br_if $vectors (i32.lt_u (local.get $first) (local.get $blockQuarterEnd)))))

  ;; Estimates the cosines of a query with sketches, sixteen at a time, see sketch.ts. A group holds the first byte of its
  ;; sixteen sketches, then their second bytes, and so on. Half a byte stands for two numbers, and a table of the query says what
  ;; each of its sixteen values adds to the sum.
  (func (export "estimate")
    (param $tables i32)   ;; for each byte of a sketch two tables of sixteen signed bytes: for its lower and its upper half
    (param $groups i32)   ;; where the first group is
    (param $cosines i32)  ;; where to write a 32-bit float for each sketch
    (param $bytes i32)    ;; bytes of one sketch
    (param $count i32)    ;; how many groups
    (param $scale f32)    ;; what a sum is multiplied with
    (local $at i32) (local $table i32) (local $groupEnd i32)
    (local $piece v128) (local $sum v128) (local $low v128) (local $high v128)
    (if (i32.eqz (local.get $count)) (then (return)))
    (local.set $at (local.get $groups))
    (loop $each
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (local.set $table (local.get $tables))
      (local.set $groupEnd (i32.add (local.get $at) (i32.shl (local.get $bytes) (i32.const 4))))
      (loop $bytesOfSketch
        (local.set $piece (v128.load (local.get $at)))
        ;; Entries of tables are at most 63, so that two of them fit a byte.
        (local.set $sum (i8x16.add
          (i8x16.swizzle (v128.load (local.get $table))
            (v128.and (local.get $piece) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=16 (local.get $table)) (i8x16.shr_u (local.get $piece) (i32.const 4)))))
        (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $sum))))
        (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $sum))))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $bytesOfSketch (i32.lt_u (local.get $at) (local.get $groupEnd))))
      (v128.store (local.get $cosines) (f32x4.mul (f32x4.splat (local.get $scale))
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $low)))))
      (v128.store offset=16 (local.get $cosines) (f32x4.mul (f32x4.splat (local.get $scale))
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $low)))))
      (v128.store offset=32 (local.get $cosines) (f32x4.mul (f32x4.splat (local.get $scale))
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $high)))))
      (v128.store offset=48 (local.get $cosines) (f32x4.mul (f32x4.splat (local.get $scale))
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $high)))))
      (local.set $cosines (i32.add (local.get $cosines) (i32.const 64)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $each (local.get $count))))

  ;; Adds what one word is worth to the scores of all memories that have it, and of their neighbours: BM25.
  (func (export "weigh")
    (param $list i32)        ;; the memories that have the word: 32 bits each, the number of the memory and in 8 bits how often
    (param $length i32)      ;; of the list
    (param $count i32)       ;; of all memories
    ;; By memory, in this order: integers, integers, bytes, floats. All arrays have room for a multiple of four memories.
    (param $before i32) (param $after i32) (param $asks i32) (param $lengths i32)
    (param $occurrences i32) ;; floats, all 0; they are again at the end
    (param $scores i32)      ;; floats, which are added to
    (param $near f32) (param $far f32) (param $answered f32)
    (param $most f32)        ;; what a memory with nothing but this word would have
    (param $fixed f32) (param $perLength f32)  ;; how many occurrences give half of it: so many, and more for a long memory
    (local $at i32) (local $end i32) (local $slot i32) (local $next i32) (local $place i32) (local $times f32) (local $four v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $length) (i32.const 2))))
    (local.set $at (local.get $list))
    (loop $each
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (local.set $times (f32.convert_i32_u (i32.and (i32.load (local.get $at)) (i32.const 255))))
        ;; Four times the number of the memory: where its integers and floats lie.
        (local.set $slot (i32.and (i32.shr_u (i32.load (local.get $at)) (i32.const 6)) (i32.const 0x3fffffc)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $place (i32.add (local.get $occurrences) (local.get $slot)))
        (f32.store (local.get $place) (f32.add (f32.load (local.get $place)) (local.get $times)))
        (local.set $next (i32.load (i32.add (local.get $before) (local.get $slot))))
        (if (i32.ge_s (local.get $next) (i32.const 0)) (then
          (local.set $next (i32.shl (local.get $next) (i32.const 2)))
          (local.set $place (i32.add (local.get $occurrences) (local.get $next)))
          (f32.store (local.get $place) (f32.add (f32.load (local.get $place)) (f32.mul (local.get $near) (local.get $times))))
          (local.set $next (i32.load (i32.add (local.get $before) (local.get $next))))
          (if (i32.ge_s (local.get $next) (i32.const 0)) (then
            (local.set $place (i32.add (local.get $occurrences) (i32.shl (local.get $next) (i32.const 2))))
            (f32.store (local.get $place) (f32.add (f32.load (local.get $place)) (f32.mul (local.get $far) (local.get $times))))))))
        (local.set $next (i32.load (i32.add (local.get $after) (local.get $slot))))
        (if (i32.ge_s (local.get $next) (i32.const 0)) (then
          (local.set $next (i32.shl (local.get $next) (i32.const 2)))
          (local.set $place (i32.add (local.get $occurrences) (local.get $next)))
          (f32.store (local.get $place) (f32.add (f32.load (local.get $place)) (f32.mul (local.get $times)
            (select (local.get $answered) (local.get $near)
              (i32.load8_u (i32.add (local.get $asks) (i32.shr_u (local.get $slot) (i32.const 2))))))))
          (local.set $next (i32.load (i32.add (local.get $after) (local.get $next))))
          (if (i32.ge_s (local.get $next) (i32.const 0)) (then
            (local.set $place (i32.add (local.get $occurrences) (i32.shl (local.get $next) (i32.const 2))))
            (f32.store (local.get $place) (f32.add (f32.load (local.get $place)) (f32.mul (local.get $far) (local.get $times))))))))
        (br $each))))
    ;; Every memory that was touched counts once. Those of a long list are met by passing over all memories, four at a time.
    (if (i32.gt_u (i32.shl (local.get $length) (i32.const 5)) (local.get $count))
      (then
        (local.set $slot (i32.const 0))
        (local.set $end (i32.shl (local.get $count) (i32.const 2)))
        (loop $all
          (if (i32.lt_u (local.get $slot) (local.get $end)) (then
            (local.set $four (v128.load (i32.add (local.get $occurrences) (local.get $slot))))
            (if (v128.any_true (local.get $four)) (then
              (v128.store (i32.add (local.get $occurrences) (local.get $slot)) (v128.const i32x4 0 0 0 0))
              (v128.store (i32.add (local.get $scores) (local.get $slot)) (f32x4.add
                (v128.load (i32.add (local.get $scores) (local.get $slot)))
                (f32x4.div (f32x4.mul (f32x4.splat (local.get $most)) (local.get $four))
                  (f32x4.add (local.get $four) (f32x4.add (f32x4.splat (local.get $fixed))
                    (f32x4.mul (f32x4.splat (local.get $perLength))
                      (v128.load (i32.add (local.get $lengths) (local.get $slot)))))))))))
            (local.set $slot (i32.add (local.get $slot) (i32.const 16)))
            (br $all)))))
      (else
        (local.set $at (local.get $list))
        (loop $listed
          (if (i32.lt_u (local.get $at) (local.get $end)) (then
            (local.set $slot (i32.and (i32.shr_u (i32.load (local.get $at)) (i32.const 6)) (i32.const 0x3fffffc)))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (call $rate (local.get $slot) (local.get $lengths) (local.get $occurrences) (local.get $scores)
              (local.get $most) (local.get $fixed) (local.get $perLength))
            (local.set $next (i32.load (i32.add (local.get $before) (local.get $slot))))
            (if (i32.ge_s (local.get $next) (i32.const 0)) (then
              (local.set $next (i32.shl (local.get $next) (i32.const 2)))
              (call $rate (local.get $next) (local.get $lengths) (local.get $occurrences) (local.get $scores)
                (local.get $most) (local.get $fixed) (local.get $perLength))
              (local.set $next (i32.load (i32.add (local.get $before) (local.get $next))))
              (if (i32.ge_s (local.get $next) (i32.const 0)) (then
                (call $rate (i32.shl (local.get $next) (i32.const 2)) (local.get $lengths) (local.get $occurrences)
                  (local.get $scores) (local.get $most) (local.get $fixed) (local.get $perLength))))))
            (local.set $next (i32.load (i32.add (local.get $after) (local.get $slot))))
            (if (i32.ge_s (local.get $next) (i32.const 0)) (then
              (local.set $next (i32.shl (local.get $next) (i32.const 2)))
              (call $rate (local.get $next) (local.get $lengths) (local.get $occurrences) (local.get $scores)
                (local.get $most) (local.get $fixed) (local.get $perLength))
              (local.set $next (i32.load (i32.add (local.get $after) (local.get $next))))
              (if (i32.ge_s (local.get $next) (i32.const 0)) (then
                (call $rate (i32.shl (local.get $next) (i32.const 2)) (local.get $lengths) (local.get $occurrences)
                  (local.get $scores) (local.get $most) (local.get $fixed) (local.get $perLength))))))
            (br $listed)))))))

  ;; Adds what the occurrences of a word are worth to one memory, and sets them back to 0.
  (func $rate
    (param $place i32) (param $lengths i32) (param $occurrences i32) (param $scores i32)
    (param $most f32) (param $fixed f32) (param $perLength f32)
    (local $times f32)
    (local.set $times (f32.load (i32.add (local.get $occurrences) (local.get $place))))
    (if (f32.eq (local.get $times) (f32.const 0)) (then (return)))
    (f32.store (i32.add (local.get $occurrences) (local.get $place)) (f32.const 0))
    (f32.store (i32.add (local.get $scores) (local.get $place)) (f32.add
      (f32.load (i32.add (local.get $scores) (local.get $place)))
      (f32.div (f32.mul (local.get $most) (local.get $times))
        (f32.add (local.get $times) (f32.add (local.get $fixed) (f32.mul (local.get $perLength)
          (f32.load (i32.add (local.get $lengths) (local.get $place))))))))))

  ;; Gives all memories of a list the same number.
  (func (export "mark")
    (param $list i32) (param $length i32)  ;; as for "weigh"
    (param $floats i32)                    ;; by memory
    (param $value f32)
    (local $end i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $length) (i32.const 2))))
    (loop $each
      (if (i32.lt_u (local.get $list) (local.get $end)) (then
        (f32.store
          (i32.add (local.get $floats) (i32.and (i32.shr_u (i32.load (local.get $list)) (i32.const 6)) (i32.const 0x3fffffc)))
          (local.get $value))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $each)))))

  ;; Estimates how relevant each memory is, and counts how many are in each of 2,048 steps of relevance.
  (func (export "relate")
    (param $count i32)
    ;; By memory, in this order: floats, floats, floats (0 for none at all), bytes, integers, integers, bytes, floats.
    (param $cosines i32) (param $words i32) (param $extra i32) (param $eligible i32)
    (param $before i32) (param $after i32) (param $asks i32) (param $norms i32)
    (param $relevance i32)  ;; where to write a float for each memory; 0 for one that is no candidate
    (param $steps i32)      ;; where 2,048 integers are, all 0
    (param $near f32) (param $far f32) (param $answered f32)
    (param $ofMeaning f32) (param $ofQuestion f32)
    (param $minMeaning f32) (param $minSimilarity f32)
    (local $slot i32) (local $near1 i32) (local $near2 i32) (local $step i32)
    (local $sum f32) (local $word f32) (local $total f32)
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $each
      (local.set $total (f32.const 0))
      (block $done
        (br_if $done (i32.eqz (i32.load8_u (i32.add (local.get $eligible) (local.get $slot)))))
        (local.set $sum (f32.load (i32.add (local.get $cosines) (i32.shl (local.get $slot) (i32.const 2)))))
        (br_if $done (f32.lt (local.get $sum) (local.get $minSimilarity)))
        (local.set $near1 (i32.load (i32.add (local.get $before) (i32.shl (local.get $slot) (i32.const 2)))))
        (if (i32.ge_s (local.get $near1) (i32.const 0)) (then
          (local.set $sum (f32.add (local.get $sum) (f32.mul
            (select (local.get $answered) (local.get $near)
              (i32.load8_u (i32.add (local.get $asks) (local.get $near1))))
            (f32.load (i32.add (local.get $cosines) (i32.shl (local.get $near1) (i32.const 2)))))))
          (local.set $near2 (i32.load (i32.add (local.get $before) (i32.shl (local.get $near1) (i32.const 2)))))
          (if (i32.ge_s (local.get $near2) (i32.const 0)) (then
            (local.set $sum (f32.add (local.get $sum) (f32.mul (local.get $far)
              (f32.load (i32.add (local.get $cosines) (i32.shl (local.get $near2) (i32.const 2)))))))))))
        (local.set $near1 (i32.load (i32.add (local.get $after) (i32.shl (local.get $slot) (i32.const 2)))))
        (if (i32.ge_s (local.get $near1) (i32.const 0)) (then
          (local.set $sum (f32.add (local.get $sum) (f32.mul (local.get $near)
            (f32.load (i32.add (local.get $cosines) (i32.shl (local.get $near1) (i32.const 2)))))))
          (local.set $near2 (i32.load (i32.add (local.get $after) (i32.shl (local.get $near1) (i32.const 2)))))
          (if (i32.ge_s (local.get $near2) (i32.const 0)) (then
            (local.set $sum (f32.add (local.get $sum) (f32.mul (local.get $far)
              (f32.load (i32.add (local.get $cosines) (i32.shl (local.get $near2) (i32.const 2)))))))))))
        (local.set $sum (f32.div (f32.max (local.get $sum) (f32.const 0))
          (f32.load (i32.add (local.get $norms) (i32.shl (local.get $slot) (i32.const 2))))))
        (local.set $word (f32.load (i32.add (local.get $words) (i32.shl (local.get $slot) (i32.const 2)))))
        (br_if $done (i32.and (f32.eq (local.get $word) (f32.const 0)) (f32.lt (local.get $sum) (local.get $minMeaning))))
        (local.set $total (f32.add (local.get $word) (f32.mul (local.get $ofMeaning) (local.get $sum))))
        (if (local.get $extra) (then
          (local.set $total (f32.add (local.get $total)
            (f32.load (i32.add (local.get $extra) (i32.shl (local.get $slot) (i32.const 2))))))))
        (if (i32.load8_u (i32.add (local.get $asks) (local.get $slot)))
          (then (local.set $total (f32.sub (local.get $total) (local.get $ofQuestion)))))
        (if (f32.le (local.get $total) (f32.const 0)) (then
          (local.set $total (f32.const 0))
          (br $done)))
        (local.set $step (i32.trunc_sat_f32_u (f32.mul (local.get $total) (f32.const 1024))))
        (if (i32.gt_u (local.get $step) (i32.const 2047)) (then (local.set $step (i32.const 2047))))
        (local.set $step (i32.add (local.get $steps) (i32.shl (local.get $step) (i32.const 2))))
        (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1))))
      (f32.store (i32.add (local.get $relevance) (i32.shl (local.get $slot) (i32.const 2))) (local.get $total))
      (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $slot) (local.get $count)))))

  ;; Writes the numbers of all memories that are at least so relevant, the last first, and answers how many there are.
  (func (export "collect")
    (param $relevance i32) (param $count i32)
    (param $least f32)
    (param $slots i32)    ;; where to write the numbers, 32 bits each
    (result i32)
    (local $end i32)
    (local.set $end (local.get $slots))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $each (f32.lt
          (f32.load (i32.add (local.get $relevance) (i32.shl (local.get $count) (i32.const 2))))
          (local.get $least)))
        (i32.store (local.get $end) (local.get $count))
        (local.set $end (i32.add (local.get $end) (i32.const 4)))
        (br $each)))
    (i32.shr_u (i32.sub (local.get $end) (local.get $slots)) (i32.const 2))))
