//! Computes the width of text without a browser, from the widths of Inter, the font of the modeller and of sites
//! (public/inter.woff2). They are slightly enlarged, because an SVG file on its own is shown in the font of its reader.

/// The widths of the characters from space to tilde in regular weight, in thousandths of the font size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360,
    631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511,
    966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
    639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456,
    323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600,
    612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
];

/// Enlargement for fonts that are wider than Inter.
const ENLARGEMENT: f64 = 1.03;

/// Share of a clipped text that goes to its beginning.
const FRONT_SHARE: f64 = 0.6;

/// The width of `text` in a font of `size`.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(thousandths).sum::<f64>() * size * ENLARGEMENT / 1000.0
}

/// Clips `text` to `width`, with an ellipsis in the middle because names with a common prefix often differ at the end.
pub fn clip(text: &str, size: f64, width: f64) -> String {
    let line: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let line = line.trim();
    if text_width(line, size) <= width {
        return line.to_owned();
    }
    let room = width - text_width("…", size);
    let front = fitting(line.chars(), size, room * FRONT_SHARE);
    let rest = line.chars().skip(front.len()).collect::<Vec<char>>();
    let back = fitting(rest.into_iter().rev(), size, room - text_width(&String::from_iter(&front), size));
    // A combining mark belongs to the letter before it.
    let back = back.into_iter().rev().skip_while(|&character| thousandths(character) == 0.0);
    let mut clipped = String::from_iter(front).trim_end().to_owned();
    clipped.push('…');
    clipped.extend(back);
    clipped
}

/// The longest prefix of the characters that fits.
fn fitting(characters: impl Iterator<Item = char>, size: f64, room: f64) -> Vec<char> {
    let mut used = 0.0;
    let fits = |character: &char| {
        used += thousandths(*character) * size * ENLARGEMENT / 1000.0;
        used <= room
    };
    characters.take_while(fits).collect()
}

fn thousandths(character: char) -> f64 {
    let code = u32::from(character);
    let width = match code {
        0x20..=0x7e => WIDTHS.get((code - 0x20) as usize).copied().unwrap_or(600),
        // Combining marks, joiners and variation selectors.
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x2026 => 1000,
        // East Asian scripts, full-width forms, pictographs.
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 => {
            1000
        }
        0x1f000.. => 1000,
        _ => 600,
    };
    f64::from(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_at_the_end_still_do_when_clipped() {
        let [one, other] = ["ipv4", "ipv6"].map(|end| clip(&format!("management_network_address_{end}"), 11.0, 120.0));
        assert_ne!(one, other);
        assert!(one.starts_with("manage") && one.ends_with("ipv4"), "{one}");
    }

    #[test]
    fn a_clipped_text_fits_and_has_an_ellipsis() {
        for text in ["resource::openstack_neutron_network::1.0", "ネットワークの定義", "a\nb\tc", "𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞𝄞", ""]
        {
            for width in [0.0, 8.0, 30.0, 80.0, 400.0] {
                let clipped = clip(text, 11.0, width);
                let text = text.replace(char::is_control, " ");
                let whole = clipped.chars().count() == text.trim().chars().count() && !clipped.contains('…');
                let (front, back) = clipped.split_once('…').unwrap_or((&clipped, ""));
                assert!(whole || clipped.contains('…'), "{text:?} at {width}: {clipped:?}");
                assert!(whole || text.starts_with(front) && text.ends_with(back), "{text:?} at {width}: {clipped:?}");
                assert!(clipped == "…" || text_width(&clipped, 11.0) <= width, "{text:?} at {width}: {clipped:?}");
                assert!(!clipped.contains(char::is_control));
            }
        }
    }
}
