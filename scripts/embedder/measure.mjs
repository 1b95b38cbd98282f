// How well the finished table finds definitions it has never seen.

/** The share of words whose own definition is among the ten nearest of all that were kept apart. */
export function shareOfDefinitionsFound(heldOut, embed) {
  const definitions = heldOut.map(({ definition }) => embed(definition));
  const found = heldOut.filter(({ words }, own) => {
    const word = embed(words.join(' '));
    const nearness = dot(word, definitions[own]);
    return definitions.filter((other, index) => index !== own && dot(word, other) >= nearness).length < 10;
  });
  return found.length / heldOut.length;
}

/** Texts as unit vectors, made from the rounded numbers that are shipped. */
export function embedWith({ scales, matrix }, dimensions, wordsOf) {
  return (text) => {
    const sum = new Float64Array(dimensions);
    for (const word of wordsOf(text))
      for (let index = 0; index < dimensions; index += 1)
        sum[index] += scales[word] * matrix[word * dimensions + index];
    const length = Math.sqrt(dot(sum, sum)) || 1;
    return sum.map((value) => value / length);
  };
}

function dot(left, right) {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index] * right[index];
  return sum;
}
