//! Tests of the pictures of boards, on scenes made by hand.

use super::text::{self, Style};
use super::{BoardScene, CubeView, Distance, End, EndKind, Mark, Paint, Panel, Sample, Scene, Symbol, Trail, svg};
use crate::geometry::{Board, Cell, Direction};

fn board(columns: i64, rows: i64) -> Board {
    Board::new(columns, rows, &[]).unwrap()
}

fn end(kind: EndKind, die: Option<char>) -> End {
    End { kind, die, top: "6".into(), sides: ["2", "3", "5", "4"].map(String::from) }
}

/// A trail with visits from the south-west cell, its start and its goal marked.
fn walk(panel: &mut Panel, moves: &str, die: Option<char>) {
    let mut cells = vec![Cell::new(0, 0)];
    for direction in moves.chars().filter_map(Direction::of_letter) {
        cells.push(cells[cells.len() - 1].step(direction).unwrap());
    }
    for (i, &cell) in cells.iter().enumerate() {
        let mark = panel.mark(cell).unwrap();
        mark.main = (i % 6 + 1).to_string();
        mark.visits.push(format!("{}{}", die.map(String::from).unwrap_or_default(), i + 101));
    }
    panel.mark(cells[0]).unwrap().ends.push(end(EndKind::Start, die));
    panel.mark(cells[cells.len() - 1]).unwrap().ends.push(end(EndKind::Goal, die));
    panel.trails.push(Trail::new(cells));
}

fn walked(columns: i64, rows: i64, moves: &str) -> Scene {
    let mut scene = BoardScene::new("Less < more & \"so\"", board(columns, rows));
    walk(&mut scene.panels[0], moves, None);
    scene.notes.push("a note <of> two".into());
    scene.into()
}

#[test]
fn of_a_board_with_many_rows_those_around_the_start_are_drawn() {
    let mut scene = BoardScene::new("", board(3, 100_000));
    scene.panels[0].mark(Cell::new(1, 70_000)).unwrap().ends.push(end(EndKind::Start, None));
    let drawn = lines(&scene.into(), 80, false);
    assert!(drawn.len() < 210 && drawn.iter().any(|line| line.contains('S')), "{}", drawn.len());
    assert!(drawn.iter().any(|line| line == "rows 69900 to 70099 of 100000"), "{drawn:?}");
}

/// Two small trays with everything that a mark may have.
fn strip(panels: usize) -> Scene {
    let panel = |i: usize| {
        let mut panel = Panel::new(format!("{i} N"), Board::new(3, 2, &[Cell::new(2, 1)]).unwrap());
        let cube = Some(CubeView { top: Paint::Black, sides: [Paint::Grey; 4] });
        panel.marks[0] = Mark { code: "k".into(), cube, moved: true, ..Mark::default() };
        panel.marks[1] = Mark { code: "○".into(), hole: true, ..Mark::default() };
        panel.marks[2] = Mark { code: "■".into(), paint: Paint::Blue, ..Mark::default() };
        panel
    };
    let panels: Vec<Panel> = (0..panels).map(panel).collect();
    let legend = panels[0].marks[..3].iter().map(|mark| Sample::of(mark.clone(), "what it is")).collect();
    BoardScene { title: "A strip".into(), panels, legend, notes: Vec::new() }.into()
}

fn lines(scene: &Scene, width: usize, ascii: bool) -> Vec<String> {
    let lines = text::draw(scene, &Style { width, ascii });
    lines.into_iter().map(|line| line.into_iter().map(|span| span.text).collect()).collect()
}

/// The texts of an SVG picture, which has to be well-formed, and its size.
fn read(scene: &Scene) -> (Vec<String>, [f64; 2]) {
    let picture = svg::draw(scene);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let inner = |node: roxmltree::Node<'_, '_>| node.children().filter_map(|child| child.text()).collect::<String>();
    let texts = texts.map(|node| inner(node).trim().to_owned());
    let side = |name| document.root_element().attribute(name).unwrap().parse().unwrap();
    (texts.collect(), [side("width"), side("height")])
}

#[test]
fn every_number_of_a_visit_appears() {
    // The middle cell is visited eleven times, the others often too.
    let rounds = "NE".to_owned() + &"SWNE".repeat(10) + "E";
    let scene = walked(3, 2, &rounds);
    let (texts, _) = read(&scene);
    let (drawn, written) = (texts.join(" "), lines(&scene, 100, false).join("\n"));
    for visit in 101..=101 + rounds.len() {
        assert!(drawn.contains(&visit.to_string()), "{visit} in {drawn}");
        assert!(written.contains(&visit.to_string()), "{visit} in\n{written}");
    }
}

#[test]
fn a_start_and_a_goal_are_told_apart_on_one_cell() {
    let scene = walked(2, 2, "NESW");
    let (texts, _) = read(&scene);
    assert!(texts.contains(&"start".into()) && texts.contains(&"goal".into()), "{texts:?}");
    // Two dice, each with its top and four sides.
    assert_eq!(texts.iter().filter(|text| *text == "3").count(), 2 + 1, "{texts:?}");
    let written = lines(&scene, 80, false).join("\n");
    assert!(
        written.contains("S2 ┃G2") && written.contains("463 463") && written.contains("S start   G goal"),
        "{written}"
    );
}

#[test]
fn a_way_that_is_taken_twice_is_two_lines() {
    let twice = walked(3, 1, "EEW");
    let written = lines(&twice, 80, false).join("\n");
    assert!(written.contains("━┿━") && written.contains("═╪═"), "{written}");
    let thrice = lines(&walked(2, 1, "EWE"), 80, false).join("\n");
    assert!(thrice.contains("╪3═"), "{thrice}");
}

#[test]
fn the_legend_names_the_lines_that_are_more_than_a_roll_onwards_and_no_others() {
    let entries = ["╍╍ the roll back to the start", "══ two or more rolls", "═3═ their number, from 3 on"];
    let named = |scene: &Scene| {
        let written = lines(scene, 80, false).join("\n");
        entries.map(|entry| written.contains(entry))
    };
    assert_eq!(named(&walked(3, 1, "EE")), [false; 3]);
    assert_eq!(named(&walked(3, 1, "EEW")), [false, true, false]);
    assert_eq!(named(&walked(2, 1, "EWE")), [false, true, true]);
    let mut scene = BoardScene::new("", board(2, 2));
    walk(&mut scene.panels[0], "ENW", None);
    scene.panels[0].trails[0].is_closed = true;
    assert_eq!(named(&scene.into()), [true, false, false]);
}

#[test]
fn two_dice_are_told_apart() {
    let mut scene = BoardScene::new("", board(3, 3));
    walk(&mut scene.panels[0], "EE", Some('a'));
    walk(&mut scene.panels[0], "NN", Some('b'));
    scene.legend = (0..2).map(|i| Sample { symbol: Symbol::Trail(i), text: format!("die {i}") }).collect();
    let scene = Scene::from(scene);
    let written = lines(&scene, 80, false).join("\n");
    assert!(written.contains('━') && written.contains('┇') && written.contains("┅┅ die 1"), "{written}");
    let picture = svg::draw(&scene);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let dashed =
        document.descendants().filter(|node| node.attribute("stroke-dasharray").is_some_and(|d| !d.starts_with("0.")));
    assert!(dashed.count() >= 2, "the trail and its entry of the legend");
}

#[test]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this test")]
fn wide_boards_fit_the_width() {
    for columns in [5, 12, 13, 30, 60, 200] {
        let moves = "E".repeat(columns as usize - 1) + "NW";
        let scene = walked(columns, 3, &moves);
        for width in [24, 40, 59, 80, 100] {
            let drawn = lines(&scene, width, false);
            let longest =
                drawn.iter().filter(|line| !line.contains("the sides of")).map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{columns} columns in {width}:\n{}", drawn.join("\n"));
            let board = || drawn.iter().take_while(|line| !line.contains("start"));
            let has_ends = board().any(|line| line.contains('S')) && board().any(|line| line.contains('G'));
            assert!(has_ends || columns as usize > width, "{}", drawn.join("\n"));
        }
    }
    let cut = lines(&walked(200, 3, "EEE"), 50, false);
    assert!(cut.contains(&"columns 0 to 49 of 200".into()), "{}", cut.join("\n"));
}

#[test]
fn compact_forms_show_the_way() {
    let scene = walked(4, 2, "ENEES");
    let linked = lines(&scene, 10, false).join("\n");
    assert!(linked.starts_with("· 3━4━5\n  ┃   ┃\nS━2 · G\n"), "{linked}");
    let dense = lines(&scene, 4, false).join("\n");
    assert!(dense.starts_with("·┏━┓\nS┛·G\n"), "{dense}");
}

#[test]
fn labels_are_shown_in_every_size_and_the_legend_names_no_more_than_is_shown() {
    let mut scene = BoardScene::new("", board(10, 2));
    walk(&mut scene.panels[0], "EEEEEEEEEN", None);
    let sample = Mark { main: "5".into(), code: "[5]".into(), framed: true, ..Mark::default() };
    scene.legend.push(Sample::of(sample, "a label"));
    let unlabeled = Scene::from(scene.clone());
    scene.panels[0].mark(Cell::new(4, 0)).unwrap().framed = true;
    let labeled = Scene::from(scene);
    for (width, label, entry, has_sides) in [
        (100, "[5]", "[5] a label", true),
        (80, "[5]", "[5] a label", false),
        (30, "5", "5 a label", false),
        (10, "5", "5 a label", false),
    ] {
        let drawn = lines(&labeled, width, false);
        let (board, legend) = drawn.split_at(drawn.iter().position(|line| line.contains("start")).unwrap());
        assert!(
            board.iter().any(|line| line.contains(label)) && board.iter().any(|line| line.contains('S')),
            "{drawn:?}"
        );
        assert!(width < 80 || board.iter().all(|line| line.chars().count() <= width), "{drawn:?}");
        let legend = legend.join(" ");
        assert!(legend.contains(entry) && legend.contains("the sides") == has_sides, "{legend}");
        assert!(!lines(&unlabeled, width, false).join(" ").contains("a label"));
    }
}

#[test]
fn ascii_pictures_are_ascii() {
    let mut far = BoardScene::new("", board(9, 2));
    walk(&mut far.panels[0], "EEEEEEN", None);
    far.panels[0].trails[0].distances.push(Distance { from: 0, to: 6, rolls: 1_000_000_002 });
    for scene in [far.into(), strip(3), walked(4, 4, "NESWNNEE"), walked(70, 2, "ENWS")] {
        for width in [30, 100] {
            let written = lines(&scene, width, true).join("\n");
            assert!(written.is_ascii() && !written.contains('?'), "{written}");
        }
    }
}

#[test]
fn a_long_run_has_its_number_of_rolls() {
    let mut far = BoardScene::new("", board(3, 9));
    walk(&mut far.panels[0], "NNNNNNNEE", None);
    far.panels[0].trails[0].distances.push(Distance { from: 0, to: 7, rolls: 1_000_000_003 });
    let scene = Scene::from(far);
    assert!(read(&scene).0.contains(&"× 1000000003".into()));
    assert!(lines(&scene, 80, false).iter().any(|line| line.contains("×1000000003")));
}

#[test]
fn large_boards_have_small_cells() {
    let (_, size) = read(&walked(60, 60, "NNEE"));
    assert!(size.iter().all(|&side| side <= 1100.0), "{size:?}");
    let (_, [width, height]) = read(&walked(3, 3, "NNEE"));
    assert!(width > 3.0 * 60.0 && height > 3.0 * 60.0, "{width} × {height}");
    let (_, [width, _]) = read(&strip(40));
    assert!(width <= 1000.0, "strips go on in the next row: {width}");
}

/// What is underlined in a picture.
fn underlined(scene: &Scene) -> Vec<String> {
    let picture = svg::draw(scene);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let underlined = document.descendants().filter(|node| node.attribute("text-decoration").is_some());
    let texts = underlined.filter_map(|node| node.descendants().find_map(|node| node.text()));
    texts.map(|text| text.trim().to_owned()).collect()
}

#[test]
fn digits_that_could_be_read_upside_down_are_underlined() {
    // The start's die and the goal's, whose top face is the sixth.
    assert_eq!(underlined(&walked(6, 1, "EEEEE")), ["6"]);
}

/// On a cube, which turns; the letter of a bridge does not.
#[test]
fn letters_of_cubes_that_could_be_read_upside_down_are_underlined() {
    let mut scene = BoardScene::new("", board(2, 1));
    let sides = ["W", "o", "p", "M"].map(String::from);
    scene.panels[0].marks[0] = Mark { main: "b".into(), sides, ..Mark::default() };
    scene.panels[0].marks[1] = Mark { main: "d".into(), paint: Paint::Grey, ..Mark::default() };
    assert_eq!(underlined(&scene.into()), ["b", "W", "p", "M"]);
}

#[test]
fn a_strip_marks_what_was_moved_and_the_hole() {
    let scene = strip(2);
    let written = lines(&scene, 80, false);
    assert_eq!(written[0], "0 N     1 N");
    assert_eq!(written[2], "[k]○ ■  [k]○ ■");
    assert!(
        lines(&strip(20), 30, false)
            .iter()
            .take_while(|line| !line.contains("what"))
            .all(|line| line.chars().count() <= 30)
    );
    let (texts, _) = read(&scene);
    assert!(texts.iter().all(|text| text != "k" && text != "○"), "colours need no letters: {texts:?}");
    assert!(texts.contains(&"A strip".into()) && texts.contains(&"what it is".into()));
}
