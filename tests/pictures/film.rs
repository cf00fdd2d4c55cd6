//! Pixels: pictures as PNG, and replays as GIF, frame by frame.

use parchis::pictures::{Film, Picture, Theme, png, sheet};
use parchis::rules::board::Arms;
use parchis::words::language::Language;
use resvg::tiny_skia::Pixmap;

use crate::session::Session;

fn painted(session: &Session, theme: Theme, width: u16) -> Pixmap {
    let svg = Picture::of(&session.game, &session.command).svg(theme, Language::Spanish);
    Pixmap::decode_png(&png(&svg, width).unwrap()).unwrap()
}

#[test]
fn a_painting_is_as_wide_as_asked() {
    let svg = Picture::empty(Arms::Four).svg(Theme::Light, Language::Spanish);
    for width in [64, 320] {
        let painted = Pixmap::decode_png(&png(&svg, width).unwrap()).unwrap();
        assert_eq!(
            (painted.width(), painted.height()),
            (width.into(), width.into())
        );
    }
    let page = png(&sheet(Arms::Four, Language::Spanish), 420).unwrap();
    let page = Pixmap::decode_png(&page).unwrap();
    assert_eq!(page.width(), 420);
    assert!(page.height().abs_diff(594) <= 1, "{}", page.height());
    assert!(png("no picture", 64).is_err());
    assert!(png(&svg, 0).is_err());
}

/// The frames of a GIF as they are seen, each as red, green and blue.
fn frames(film: &[u8]) -> Vec<(u16, Vec<[u8; 3]>)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(film).unwrap();
    let width = usize::from(decoder.width());
    let mut seen = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let rows = frame.buffer.chunks(usize::from(frame.width) * 4);
        for (row, pixels) in rows.enumerate() {
            let begin = (top + row) * width + left;
            for (seen, pixel) in seen[begin..].iter_mut().zip(pixels.chunks(4)) {
                // What is transparent stays as it was.
                if pixel[3] > 0 {
                    *seen = [pixel[0], pixel[1], pixel[2]];
                }
            }
        }
        frames.push((frame.delay, seen.clone()));
    }
    frames
}

#[test]
fn every_frame_shows_what_a_painting_of_its_moment_does() {
    let (width, theme) = (160, Theme::Dark);
    for arms in Arms::ALL {
        let mut session = Session::league(*arms, 2).steps(150);
        let mut film = Film::new(*arms, theme, width, 40).unwrap();
        let mut paintings = Vec::new();
        for _ in 0..12 {
            film.show(&session.game, &session.command).unwrap();
            paintings.push(painted(&session, theme, width));
            session.step();
        }
        let film = film.finish().unwrap();
        let frames = frames(&film);
        assert_eq!(frames.len(), paintings.len());
        for (index, ((delay, frame), painting)) in frames.iter().zip(&paintings).enumerate() {
            assert_eq!(*delay, if index == 11 { 200 } else { 40 });
            let pixels = painting.pixels().iter();
            // Around the board a painting is transparent.
            let pixels = pixels.zip(frame).filter(|(pixel, _)| pixel.alpha() == 255);
            let differing = pixels.filter(|(pixel, seen)| {
                let parts = [pixel.red(), pixel.green(), pixel.blue()];
                parts
                    .iter()
                    .zip(*seen)
                    .any(|(one, other)| one.abs_diff(*other) > 48)
            });
            // Pieces stand on whole pixels, so that their edges may differ.
            let differing = differing.count();
            assert!(
                differing * 50 < frame.len(),
                "frame {index}: {differing} pixels"
            );
        }
    }
}

#[test]
fn a_frame_holds_only_what_changed() {
    let mut session = Session::league(Arms::Four, 4).steps(60);
    let mut film = Film::new(Arms::Four, Theme::Light, 160, 50).unwrap();
    for _ in 0..10 {
        film.show(&session.game, &session.command).unwrap();
        session.step();
    }
    film.show(&session.game, &[]).unwrap();
    film.show(&session.game, &[]).unwrap();
    let film = film.finish().unwrap();
    let mut decoder = gif::DecodeOptions::new()
        .read_info(film.as_slice())
        .unwrap();
    let mut sizes = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        assert!(frame.palette.is_none(), "one palette serves all frames");
        sizes.push((frame.width, frame.height));
    }
    assert_eq!(sizes[0], (160, 160));
    assert!(sizes[1..].iter().any(|size| *size < (160, 160)));
    assert_eq!(sizes.last(), Some(&(1, 1)));
}
