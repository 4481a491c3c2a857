//! What the browser client and the pages have in common: colours, signs and the look of a report.

/// The colours and measures of the client.
pub const TOKENS: &str = include_str!("../../../web/src/style/tokens.css");
/// The signs of the client, a symbol a line.
pub const GLYPHS: &str = include_str!("../../../web/src/style/glyphs.svg");
/// The look of a report, in the client as by itself.
pub const REPORT: &str = include_str!("../../../web/src/style/report.css");
/// Letters of pages by themselves.
pub const SERIF: &[u8] = include_bytes!("../assets/serif.woff2");
/// The same, aslant.
pub const SERIF_ITALIC: &[u8] = include_bytes!("../assets/serif-italic.woff2");
/// Small capitals.
pub const CAPS: &[u8] = include_bytes!("../assets/caps.woff2");
/// Letters without feet.
pub const SANS: &[u8] = include_bytes!("../assets/sans.woff2");
