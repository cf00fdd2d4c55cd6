//! Reading a text item by item, lenient about case, white space, line breaks and comments.

mod item;

/// A place in a text, up to which it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// From a byte of a text on.
    pub(super) const fn from(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// The byte it is at.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text since a byte.
    pub(super) fn since(&self, offset: usize) -> &'a str {
        self.text.get(offset..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes a character in upper or lower case.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let here = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(&wanted));
        if here {
            self.step();
        }
        here
    }

    /// Takes characters as long as they are such.
    pub(super) fn run(&mut self, such: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&such) {
            self.step();
        }
        self.since(start)
    }

    /// Skips white space.
    pub(super) fn blank(&mut self) {
        self.run(char::is_whitespace);
    }

    /// Skips white space, commas and comments; a comment that is a time is an item.
    pub(super) fn skip(&mut self) {
        loop {
            self.run(|next| next.is_whitespace() || next == ',' || next == '\u{feff}');
            match self.peek() {
                Some(';') => {
                    self.run(|next| next != '\n');
                }
                Some('{') if self.attempt(Self::time).is_none() => {
                    let Some(end) = self.rest().find('}') else {
                        return;
                    };
                    self.at += end + 1;
                }
                Some(_) | None => return,
            }
        }
    }

    /// What is tried here: the text up to the next white space.
    pub(super) fn tried(&self) -> &'a str {
        let rest = self.rest();
        rest.split(|next: char| next.is_whitespace() || next == ',')
            .next()
            .unwrap_or_default()
    }

    /// A comment that is a time.
    pub(super) fn time_comment(&mut self) -> Option<i64> {
        self.rest().starts_with('{').then_some(())?;
        self.maybe(Self::time)
    }

    /// Looks what comes, without going on.
    fn attempt<T>(&self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        read(&mut self.clone())
    }

    /// Takes what it can read, or goes on from where it was.
    fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.at;
        let taken = read(self);
        if taken.is_none() {
            self.at = before;
        }
        taken
    }

    /// Whether what was read ends here: two words do not stand side by side without white space.
    fn parted(&self) -> bool {
        let before = self.since(0).chars().next_back();
        let both = [before, self.peek()];
        !both
            .iter()
            .all(|side| side.is_some_and(char::is_alphanumeric))
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.run(|next| next.is_ascii_digit()).parse().ok()
    }
}
