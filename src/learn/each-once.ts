/** Remembers the answer for each text: thousands of attempts share a few actions and situations. */
export function eachOnce<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const answer = known.get(text) ?? work(text);
    known.set(text, answer);
    return answer;
  };
}
